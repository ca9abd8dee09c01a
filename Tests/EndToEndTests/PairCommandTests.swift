import Payments
import TestKit
import Testing

/// `till` with BlueZ as a stand-in plays it.
@Suite("readers on Bluetooth, from the command line")
struct PairCommandTests {
    private let counter: Counter
    private let peer: BlueZPeer

    init() throws {
        counter = try Counter()
        peer = try BlueZPeer()
    }

    @Test("a search tells of readers with what is known of them, and of others only when asked")
    func readers() throws {
        let till = try till("readers", "--json", "--timeout", "1")
        #expect(try till.waitForExit() == 0)
        let first = try #require(till.objects.first { $0["name"] == "HiLite 1" })
        #expect(first["paired"] == true && first["offered"] == true && first["protocol"] == "heft")
        #expect(first["connectionTypes"] == ["bluetooth"])
        let old = try #require(till.objects.first { $0["name"] == "Old reader" })
        #expect(old["protocol"] == nil && old["signal"] == -60)
        #expect(!till.output.contains("Headphones"))
        #expect(till.objects.last?["event"] == "searchDone")
        let all = try self.till("readers", "--all", "--timeout", "1")
        #expect(try all.waitForExit() == 0)
        #expect(all.output.contains("Headphones"))
    }

    @Test("without Bluetooth it says so, with what helps, and ends well")
    func trouble() throws {
        try peer.bus.stop()
        let till = try till("readers", "--json", "--timeout", "1")
        #expect(try till.waitForExit() == 0)
        let trouble = try #require(till.objects.first { $0["event"] == "searchTrouble" })
        #expect(trouble["code"] == "bluetooth-no-service")
        #expect(trouble["next"]?.stringValue?.contains("systemctl") == true)
    }

    @Test("what stood in the way is said to be over")
    func troubleOver() throws {
        let peer = try BlueZPeer(adapter: "off")
        let environment = counter.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": peer.bus.address]) { $1 }
        let till = try RunningProgram(
            BuiltProgram.path("till"), ["readers", "--json", "--timeout", "30"], environment: environment)
        try till.wait(for: #""event":"searchTrouble""#)
        peer.tell("power on")
        try till.wait(for: #""event":"searchTroubleOver""#)
        try peer.wait(for: "StartDiscovery")
        let told = till.objects.filter { $0["event"]?.stringValue?.hasPrefix("searchTrouble") == true }
        #expect(told.count == 2 && told.first?["code"] == told.last?["code"])
        till.signal(2)
        #expect(try till.waitForExit() == 130)
    }

    @Test("a script compares the number", arguments: [("accept", Int32(0)), ("decline", 5)])
    func script(answer: String, status: Int32) throws {
        let till = try till("pair", "00:00:00:00:00:02", "--json")
        try till.wait(for: #""number":"001234""#)
        till.type(#"{"answer":1,"value":"\#(answer)"}"#)
        #expect(try till.waitForExit() == status)
        #expect(till.objects.last?["event"]?.stringValue == (status == 0 ? "paired" : "error"))
    }

    @Test("--yes needs nobody; nobody there is a no")
    func unattended() throws {
        #expect(try till("pair", "00:00:00:00:00:02").waitForExit() == 5)
        #expect(try till("pair", "00:00:00:00:00:02", "--yes").waitForExit() == 0)
    }

    @Test("a PIN comes from a private file and is said nowhere")
    func pin() throws {
        counter.write("0000\n", to: "pin")
        let till = try till("pair", "00:00:00:00:00:03", "--reader-pin-file", counter.path("pin"), "--json")
        #expect(try till.waitForExit() == 0)
        #expect(!(till.output + till.errors).contains("\"0000\""))
        counter.write("0000\n", to: "open", mode: 0o644)
        #expect(
            try self.till("pair", "00:00:00:00:00:03", "--reader-pin-file", counter.path("open")).waitForExit() == 13)
    }

    @Test(
        "a script gives the PIN",
        arguments: [
            (#"{"answer":1,"value":"0000"}"#, Int32(0)), (#"{"value": "0000", "answer": 1}"#, 0),
            (#"{"answer":1,"value":"9999"}"#, 5), (#"{"answer":2,"value":"0000"}"#, 4),
            (#"{"answer":1,"value":"\u0030000"}"#, 4), ("0000", 4), ("", 4),
        ])
    func scriptPIN(answer: String, status: Int32) throws {
        let till = try till("pair", "00:00:00:00:00:03", "--json")
        try till.wait(for: #""kind":"pin""#)
        till.type(answer)
        #expect(try till.waitForExit() == status)
        #expect(!(till.output + till.errors).contains("0000\""))
    }

    @Test(
        "each ending has its status",
        arguments: [("00:00:00:00:00:01", Int32(0)), ("00:00:00:00:00:07", 8), ("nonsense", 2)])
    func endings(address: String, status: Int32) throws {
        #expect(try till("pair", address, "--yes").waitForExit() == status)
    }

    @Test("a reader that never answers is left with Ctrl-C")
    func interrupted() throws {
        let till = try till("pair", "00:00:00:00:00:05", "--yes")
        try peer.wait(for: "Pair")
        till.signal(2)
        #expect(try till.waitForExit() == 4)
        try peer.wait(for: "CancelPairing")
    }

    @Test("a reader is forgotten by its name, once")
    func unpair() throws {
        counter.write("readers: {Bar: 'rfcomm://00:00:00:00:00:01'}\n", to: "config.yaml")
        #expect(try till("unpair", "Bar").waitForExit() == 0)
        #expect(try till("unpair", "Bar").waitForExit() == 8)
    }

    private func till(_ words: String...) throws -> RunningProgram {
        let environment = counter.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": peer.bus.address]) { $1 }
        return try RunningProgram(BuiltProgram.path("till"), words, environment: environment)
    }
}
