import Acquirer
import Datecs
import EMV
import Simulator
import TestKit
import Testing
import Time

@Suite("Whatever happens to a virtual pinpad")
struct PinpadPropertyTests {
    @Test("random bytes never trap", arguments: 0..<40 as Range<UInt64>)
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = VirtualPinpad(settings: .plain())
        var now = Uptime.zero
        _ = reader.handle(.opened, at: now)
        for _ in 0..<200 {
            now = now + .milliseconds(Int64.random(in: 0...1500, using: &random))
            _ = reader.handle(.received(random.bytes(40, favourite: Frame.startMark)), at: now)
        }
        #expect(reader.records.isEmpty)
    }

    @Test("frames with random data never trap, and each gets one reply", arguments: 0..<40 as Range<UInt64>)
    func randomFrames(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = VirtualPinpad(settings: .plain())
        _ = reader.handle(.opened, at: .zero)
        for _ in 0..<300 {
            let data = [UInt8.random(in: 0...0x28, using: &random)] + random.bytes(upTo: 12)
            let message = Message(code: Bool.random(using: &random) ? 0x3D : 0x40, data: data)
            let replies = reader.handle(.received(FrameEncoder.frame(message)), at: .zero).count {
                if case .send(let frame) = $0 { frame[1] == 0 } else { false }
            }
            #expect(replies == 1, "\(message)")
        }
    }

    @Test(
        "commands of the tables in any order and at any time get one reply each", arguments: 0..<40 as Range<UInt64>)
    func randomCommands(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = VirtualPinpad(settings: .plain())
        var now = Uptime.zero
        _ = reader.handle(.opened, at: now)
        for _ in 0..<300 {
            let command = commands.randomElement(using: &random) ?? .ping
            let effects = reader.handle(.received(FrameEncoder.frame(command.message)), at: now)
            let replies = effects.count { if case .send(let frame) = $0 { frame[1] == 0 } else { false } }
            #expect(replies == 1, "\(command)")
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            now = now + .seconds(Int64.random(in: 0...20, using: &random))
            _ = reader.handle(.tick, at: now)
        }
    }

    private let commands: [Command] = [
        .ping, .start(.purchase(1050)), .start(.purchase(4200)), .start(.purchase(4000)), .start(.purchase(4500)),
        .start(.endOfDay), .start(.testConnection), .start(.update), .receiptTags(.receipt), .end(nil), .end(.fail),
        .reportTags(.first, .receipt), .reportTags(.next, .receipt), .reportTags(.previous, .receipt), .reportInfo,
        .reportTagsBySTAN(1, .receipt), .pinpadStatus, .menuInfo, .keys(.updateRemote), .selectApplication(1),
        .readerState, .maxMTU, .confirmEvent(EventConfirmation(.open, isDone: true, mtu: 64)),
        .confirmEvent(EventConfirmation(.send, isDone: true)), .confirmEvent(EventConfirmation(.close, isDone: true)),
        .confirmEvent(EventConfirmation(.send, isDone: false)),
        .receiveData(TerminalFrame.bytes("ANSWER code=0 rrn=000000000001 approval=A12345")), .receiveData([0, 3]),
        .receiveData(Array("ANS".utf8)), .deleteBatch(ServicePassword(bytes: Array("0000".utf8))),
    ]

    @Test(
        "what the acquirer has approved is in the reader's log, or is being undone", arguments: 0..<60 as Range<UInt64>)
    func nothingIsLost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var host = PinpadHost { $0.quirks = Bool.random(using: &random) ? [.lateComplete] : [] }
        for _ in 0..<30 {
            misbehave(&host, &random)
            if !host.isOpen { host.reconnect() }
            host.ask(.start(start(&random, host)))
            if Bool.random(using: &random) { host.wait(.seconds(Int64.random(in: 0...70, using: &random))) }
            if Bool.random(using: &random), host.isOpen { host.ask(.end(Bool.random(using: &random) ? .ok : .fail)) }
            audit(host)
        }
    }

    private func misbehave(_ host: inout PinpadHost, _ random: inout SeededGenerator) {
        let kinds: [EventConfirmation.Kind] = [.open, .send, .close]
        host.withheld = Set(kinds.filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
        host.refused = Set(kinds.filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
        host.losesAnswers = Int.random(in: 0..<6, using: &random) == 0
        let places: [EventID?] = [nil, nil, nil, .display, .socketOpen, .sendData, .socketClose, .complete]
        host.dropAt = places.randomElement(using: &random) ?? nil
    }

    private func start(_ random: inout SeededGenerator, _ host: PinpadHost) -> TransactionStart {
        let amounts: [UInt32] = [1050, 1000, 3000, 5000, 4200, 4300, 4400, 4500, 4600]
        let amount = amounts.randomElement(using: &random) ?? 1050
        let earlier = host.reader.records.filter { $0.verdict == .approved && $0.transactionType == .purchase }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return earlier.randomElement(using: &random)?.following(.voidPurchase) ?? .testConnection
        case 1: return .testConnection
        default: return .purchase(amount)
        }
    }

    /// Before the end of the day the log has everything.
    private func audit(_ host: PinpadHost) {
        let reversed = Set(host.desk.ledger.filter { $0.kind == .reversal }.compactMap(\.originalID))
        let approved = host.desk.ledger.filter {
            $0.finStatus == .authorised && $0.kind != .reversal && !reversed.contains($0.id)
        }
        for entry in approved {
            let record = host.reader.records.first { $0.stan == entry.terminal?.stan }
            let isOwed = host.reader.status.pending == .reversal
            let isRunning = host.reader.nextDeadline != nil
            #expect(
                record?.verdict == .approved && record?.rrn == entry.terminal?.rrn || isOwed || isRunning,
                "\(entry.id) is lost")
        }
        let known = Set(approved.compactMap { $0.terminal?.rrn })
        for record in host.reader.records where record.verdict == .approved && record.state != .reversed {
            #expect(record.rrn.map(known.contains) == true, "the reader has what the acquirer hasn't")
        }
    }
}
