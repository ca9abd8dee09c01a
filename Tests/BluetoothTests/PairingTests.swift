import Bluetooth
import Crypto
import Doubles
import Payments
import Ports
import Testing
import Threads

@Suite("Pairing")
struct PairingTests {
    @Test("the number is shown; with a yes the reader is paired and trusted")
    func confirm() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 2)
        #expect(talk.next() == .confirmNumber("001234"))
        talk.attempt.confirm(true)
        #expect(talk.next() == .paired)
        try peer.wait(for: "Set org.bluez.Device1 Trusted")
    }

    @Test("a no is a rejection")
    func refuse() throws {
        let talk = try Talk(try BlueZPeer(), 2)
        #expect(talk.next() == .confirmNumber("001234"))
        talk.attempt.confirm(false)
        #expect(talk.next() == .failed(.rejected))
    }

    @Test("the PIN is asked for", arguments: [("0000", PairingEvent.paired), ("9999", .failed(.rejected))])
    func pin(text: String, end: PairingEvent) throws {
        let talk = try Talk(try BlueZPeer(), 3)
        #expect(talk.next() == .pinWanted)
        talk.attempt.enter(pin: try Secret(copying: Array(text.utf8)))
        #expect(talk.next() == end)
    }

    @Test("a PIN that can't be written is none", arguments: [[0x30, 0, 0x30], [0xFF, 0xFE]] as [[UInt8]])
    func badPIN(bytes: [UInt8]) throws {
        let talk = try Talk(try BlueZPeer(), 3)
        #expect(talk.next() == .pinWanted)
        talk.attempt.enter(pin: try Secret(copying: bytes))
        #expect(talk.next() == .failed(.rejected))
    }

    @Test("a PIN for the reader is shown")
    func showPIN() throws {
        let talk = try Talk(try BlueZPeer(), 6)
        #expect(talk.next() == .showPIN("4711"))
        #expect(talk.next() == .paired)
    }

    @Test("what is paired is not paired again")
    func already() throws { #expect(try Talk(try BlueZPeer(), 1).next() == .failed(.alreadyPaired)) }

    @Test("a reader that can't be connected is out of reach")
    func unreachable() throws { #expect(try Talk(try BlueZPeer(), 7).next() == .failed(.unreachable)) }

    @Test("cancelling ends it here and at BlueZ")
    func cancel() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 5)
        try peer.wait(for: "Pair")
        talk.attempt.cancel()
        #expect(talk.next() == .failed(.cancelled))
        try peer.wait(for: "CancelPairing")
    }

    @Test("a reader that never answers is timed out, here and at BlueZ")
    func timeOut() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 5, timeout: .milliseconds(600))
        #expect(talk.next() == .failed(.timedOut))
        try peer.wait(for: "CancelPairing")
    }

    @Test("an address that nobody has is searched for, and not found")
    func notFound() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 99, timeout: .milliseconds(300))
        #expect(talk.next() == .failed(.notFound))
        try peer.wait(for: "StopDiscovery")
    }

    @Test("BlueZ that dies ends it")
    func serviceDies() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 5)
        try peer.wait(for: "Pair")
        try peer.stop()
        #expect(talk.next() == .failed(.trouble(.serviceLost)))
    }

    @Test("a bus that dies ends it")
    func busDies() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 5)
        try peer.wait(for: "Pair")
        try peer.bus.stop()
        #expect(talk.next() == .failed(.trouble(.serviceLost)))
    }

    @Test("no adapter, no BlueZ and no bus are told apart from a reader's no")
    func troubles() throws {
        #expect(try Talk(try BlueZPeer(adapter: "none"), 2).next() == .failed(.trouble(.noAdapter)))
        let bus = try PrivateBus()
        #expect(try Talk(bus.address, 2).next() == .failed(.trouble(.serviceMissing)))
        #expect(try Talk("unix:path=/nowhere", 2).next() == .failed(.trouble(.serviceMissing)))
    }

    @Test("answers that nobody waits for do nothing")
    func early() throws {
        let peer = try BlueZPeer()
        let talk = try Talk(peer, 3)
        talk.attempt.confirm(true)
        #expect(talk.next() == .pinWanted)
        talk.attempt.confirm(false)
        talk.attempt.enter(pin: try Secret(copying: Array("0000".utf8)))
        #expect(talk.next() == .paired)
    }

    @Test("unpairing removes the reader", arguments: [(1, nil), (99, PairingFault.notFound)])
    func unpair(number: Int, fault: PairingFault?) throws {
        let peer = try BlueZPeer()
        let answers = Mailbox<PairingFault?>()
        BlueZPairing(busAddress: peer.bus.address).unpair(try address(number)) { answers.post($0) }
        #expect(answers.wait(until: deadline(seconds: 20)) == [fault])
        if fault == nil { try peer.wait(for: "RemoveDevice /org/bluez/hci0/dev_00_00_00_00_00_01") }
    }
}

private func address(_ number: Int) throws -> BluetoothAddress {
    try BluetoothAddress("00:00:00:00:00:\(number < 10 ? "0" : "")\(number)")
}

/// An attempt whose events are taken one by one.
private final class Talk {
    let attempt: any PairingAttempt
    private let events = Mailbox<PairingEvent>()
    private var waiting: [PairingEvent] = []
    /// Lives as long as the attempt.
    private let peer: BlueZPeer?

    convenience init(_ peer: BlueZPeer, _ number: Int, timeout: Duration = .seconds(60)) throws {
        try self.init(peer.bus.address, number, timeout: timeout, peer: peer)
    }

    init(_ bus: String, _ number: Int, timeout: Duration = .seconds(60), peer: BlueZPeer? = nil) throws {
        self.peer = peer
        attempt = BlueZPairing(busAddress: bus, timeout: timeout).pair(try address(number)) { [events] in
            events.post($0)
        }
    }

    /// The next event; nil when none comes within twenty seconds, which only a failing test takes.
    func next() -> PairingEvent? {
        if waiting.isEmpty { waiting = events.wait(until: deadline(seconds: 20)) }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
