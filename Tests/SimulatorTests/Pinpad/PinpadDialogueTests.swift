import Acquirer
import Datecs
import EMV
import Simulator
import Testing
import Time

@Suite("A virtual pinpad's dialogue")
struct PinpadDialogueTests {
    private static let carried = [
        "SOCKET OPEN", "EVENT CONFIRM 0", "SEND DATA", "EVENT CONFIRM 0", "RECEIVE DATA 0", "SOCKET CLOSE",
        "EVENT CONFIRM 0",
    ]

    @Test(
        "with instant people, by amount",
        arguments: [
            (1050, ["0015", "0016", "001B"], ["DISPLAY 0003", "COMPLETE 0/0"]),
            (5000, ["0015", "0016", "0009", "001B"], ["DISPLAY 0003", "COMPLETE 0/0"]),
            (1000, ["0015", "0016", "001B"], ["DISPLAY 0007", "COMPLETE 1/1"]),
            (3000, ["0015", "0016", "001B"], ["DISPLAY 001A", "COMPLETE 0/0"]),
            (4700, ["0015", "0016", "001B"], ["DISPLAY 0007", "COMPLETE 1/1"]),
            (4800, ["0015", "0016", "001B"], ["DISPLAY 0007", "COMPLETE 1/1"]),
        ] as [(UInt32, [String], [String])])
    func amounts(amount: UInt32, before: [String], end: [String]) {
        var host = PinpadHost()
        host.ask(.start(.purchase(amount)))
        #expect(
            host.seen == ["TRANSACTION START 0"] + before.map { "DISPLAY \($0)" } + Self.carried + end)
    }

    @Test(
        "what ends before the acquirer is asked opens no socket",
        arguments: [(2000, "COMPLETE 2/18"), (4100, "COMPLETE 2/50"), (4600, "COMPLETE 2/18")] as [(UInt32, String)])
    func early(amount: UInt32, end: String) {
        var host = PinpadHost()
        host.ask(.start(.purchase(amount)))
        #expect(host.seen.last == end)
        #expect(host.opened == nil && host.desk.ledger.isEmpty)
    }

    @Test("an outcome may come in the bytes of the reply to START")
    func glued() {
        var reader = VirtualPinpad(settings: .plain { $0.quirks = [.silentScreen] })
        _ = reader.handle(.opened, at: .zero)
        let start = FrameEncoder.frame(Command.start(.purchase(4600)).message)
        let sent = reader.handle(.received(start), at: .zero).filter { if case .send = $0 { true } else { false } }
        #expect(sent.count == 1)
    }

    @Test("of two applications the host chooses one, and no third")
    func applications() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4200)))
        #expect(host.seen.contains("SELECT CHIP APPLICATION 0") && host.seen.last == "COMPLETE 0/0")
        #expect(host.ask(.selectApplication(0)) == .notInThisState)
    }

    @Test("a busy reader takes the same bytes at the third try")
    func busy() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4500)))
        #expect(
            host.seen.filter { $0.hasPrefix("RECEIVE DATA") } == Array(repeating: "RECEIVE DATA 38", count: 2) + [
                "RECEIVE DATA 0"
            ])
        #expect(host.outcome?.verdict == .approved)
    }

    @Test("bytes beyond the MTU are refused, and the answer may come in parts")
    func mtu() {
        var host = PinpadHost { $0.mtu = 16 }
        host.losesAnswers = true
        host.ask(.start(.purchase(1050)))
        #expect(host.ask(.receiveData(Array(repeating: 0, count: 17))) == .badLength)
        var patient = PinpadHost { $0.mtu = 16 }
        patient.ask(.start(.purchase(1050)))
        #expect(patient.seen.count { $0 == "RECEIVE DATA 0" } > 2 && patient.outcome?.verdict == .approved)
    }

    @Test("with its own network it opens no socket")
    func ownNetwork() {
        var host = PinpadHost { $0.quirks = [.ownNetwork] }
        host.ask(.start(.purchase(1050)))
        #expect(host.opened == nil && host.outcome?.verdict == .approved)
        #expect(host.desk.ledger.moves == ["SALE AUTHORISED 1050"])
    }

    @Test("what is for the acquirer may come in many events")
    func split() {
        var host = PinpadHost { $0.quirks = [.splitRequest] }
        host.ask(.start(.purchase(1050)))
        #expect(host.seen.count { $0 == "SEND DATA" } > 3 && host.outcome?.verdict == .approved)
    }

    @Test("the socket is the one of the settings: TCP, or TLS by the host")
    func socket() throws {
        var host = PinpadHost { $0.quirks = [.hostTLS] }
        host.ask(.start(.purchase(1050)))
        let open = try #require(host.opened)
        #expect(open.id == 1 && open.kind == .tcpTLS && open.port == 4711 && open.timeoutSeconds == 30)
        #expect(open.address.description == "127.0.0.1" && open.second?.port == 4711)
        #expect(Event.socketOpen(open).message.data.count == 38)
    }

    @Test("an event may overtake the reply to START")
    func eventsFirst() {
        var host = PinpadHost { $0.quirks = [.eventsFirst] }
        host.ask(.start(.purchase(1050)))
        #expect(host.seen.prefix(2) == ["DISPLAY 0015", "TRANSACTION START 0"])
    }

    @Test("a late outcome comes 12 s after the connection is closed")
    func late() {
        var host = PinpadHost { $0.quirks = [.lateComplete] }
        host.ask(.start(.purchase(1050)))
        host.wait(.milliseconds(11_999))
        #expect(host.outcome == nil && host.ask(.end(.fail)) == .notInThisState)
        host.wait(.milliseconds(1))
        #expect(host.outcome?.verdict == .approved)
    }

    @Test("the till breaks off while no card comes, and not once the acquirer is asked")
    func abort() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4000)))
        #expect(host.ask(.end(.fail)) == .ok && host.seen.last == "COMPLETE 2/18")
        #expect(host.ask(.end(.fail)) == .ok && host.ask(.start(.purchase(1050))) == .ok)
        var online = PinpadHost()
        online.losesAnswers = true
        online.ask(.start(.purchase(1050)))
        #expect(online.ask(.end(.fail)) == .notInThisState)
    }

    @Test("a bad frame gets no answer, and the rest of a torn one isn't waited for")
    func badFrames() {
        var host = PinpadHost()
        var frame = FrameEncoder.frame(Command.ping.message)
        frame[frame.count - 1] ^= 1
        host.sendRaw([0x00, 0xFF] + frame)
        #expect(host.seen.isEmpty)
        host.sendRaw(Array(FrameEncoder.frame(Command.reportInfo.message).prefix(5)))
        host.wait(.seconds(2))
        #expect(host.ask(.ping) == .ok)
    }

    @Test("receipts say how the card was read and who signs")
    func receipts() throws {
        var host = PinpadHost { $0.quirks = [.shortNumbers] }
        host.ask(.start(.purchase(3000)))
        host.ask(.receiptTags(.receipt + [.pinEntered]))
        guard case .record(let receipt) = host.content else { return #expect(Bool(false), "no receipt") }
        #expect(receipt.signature == .cardholder && receipt.entryMode == .stripe && receipt.pinEntered == false)
        #expect(receipt.bytes(.transactionType) == [1] && receipt.currency == 978)
        #expect(receipt.text(.maskedCard)?.hasPrefix("************") == true && receipt.stan == 1)
        #expect(host.desk.ledger.first?.terminal?.rrn == receipt.rrn)
    }
}
