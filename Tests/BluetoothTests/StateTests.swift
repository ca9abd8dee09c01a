import Bluetooth
import Doubles
import Glibc
import Payments
import Testing

@Suite("How Bluetooth is doing")
struct StateTests {
    @Test(
        "BlueZ says whether there is an adapter that is on",
        arguments: [("on", nil), ("none", FinderTrouble.noAdapter)])
    func adapter(mode: String, trouble: FinderTrouble?) throws {
        let peer = try BlueZPeer(adapter: mode)
        #expect(BlueZState.trouble(busAddress: peer.bus.address) == trouble)
    }

    @Test("a bus without BlueZ, and no bus at all")
    func missing() throws {
        let bus = try PrivateBus()
        #expect(BlueZState.trouble(busAddress: bus.address) == .serviceMissing)
        #expect(BlueZState.trouble(busAddress: "unix:path=/nowhere") == .serviceMissing)
    }

    @Test(
        "the kernel's switches are read, and only those of Bluetooth",
        arguments: [
            (["bluetooth 0 0"], nil), (["bluetooth 1 0"], FinderTrouble.softBlocked),
            (["bluetooth 1 1"], .hardBlocked), (["wlan 1 1", "bluetooth 0 0"], nil),
            (["bluetooth 1 0", "bluetooth 0 1"], .hardBlocked), ([], nil),
        ])
    func switches(switches: [String], trouble: FinderTrouble?) throws {
        let folder = try TemporaryDirectory()
        for (number, words) in switches.enumerated() {
            let parts = words.split(separator: " ").map(String.init)
            let entry = "\(folder.path)/rfkill\(number)"
            mkdir(entry, 0o700)
            for (name, value) in zip(["type", "soft", "hard"], parts) {
                guard let file = fopen("\(entry)/\(name)", "w") else { continue }
                fputs(value + "\n", file)
                fclose(file)
            }
        }
        #expect(RadioSwitch.block(in: folder.path) == trouble)
    }
}
