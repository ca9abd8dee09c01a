import Datecs
import EMV
import Simulator
import TestKit
import Testing
import Time

@Suite("What a virtual pinpad accepts")
struct PinpadStateTests {
    /// Rows: states. Columns: commands, with the status of the reply. A change of behaviour is a changed line of the
    /// kept file, which `TILL_RECORD=1` writes anew.
    @Test("in each state, the table is the kept one")
    func table() {
        let lines = states.flatMap { name, reader in
            commands.map { command in "\(name) · \(command.id.name ?? command.id.text): \(status(command, in: reader))"
            }
        }
        KeptLines.expect(lines, matches: "Tests/SimulatorTests/Golden/pinpad.txt")
    }

    private func status(_ command: Command, in reader: VirtualPinpad) -> String {
        var reader = reader
        let effects = reader.handle(.received(FrameEncoder.frame(command.message)), at: .zero)
        guard case .send(let frame)? = effects.first(where: { if case .send = $0 { true } else { false } }) else {
            return "nothing"
        }
        return frame[1] == 0 ? String(frame[2]) : "event"
    }

    private var states: [(String, VirtualPinpad)] {
        [
            ("idle", reader()), ("card", reader(after: 4000)), ("application", reader(after: 4200)),
            ("pin", reader(after: 5000, .withoutPIN)), ("online", reader(after: 1050)),
            ("finishing", finishing), ("result", reader(after: 2000)),
        ]
    }

    private var finishing: VirtualPinpad {
        var host = PinpadHost { $0.quirks = [.lateComplete] }
        host.ask(.start(.purchase(1050)))
        return host.reader
    }

    /// Its host confirms nothing, so that it stays where the amount leads.
    private func reader(after amount: UInt32? = nil, _ cardholder: Cardholder = .prompt) -> VirtualPinpad {
        var reader = VirtualPinpad(settings: .plain { $0.cardholder = cardholder })
        _ = reader.handle(.opened, at: .zero)
        if let amount {
            _ = reader.handle(.received(FrameEncoder.frame(Command.start(.purchase(amount)).message)), at: .zero)
        }
        return reader
    }

    private let commands: [Command] = [
        .ping, .start(.testConnection), .receiptTags([.result]), .end(nil), .reportTags(.first, [.result]),
        .reportInfo, .pinpadInfo, .clock, .setClock(VirtualClock().civilTime()),
        .deleteBatch(ServicePassword(bytes: [])), .clearReversal(ServicePassword(bytes: [])), .pinpadStatus, .menuInfo,
        .publicKeys, .symmetricKeys, .editCommunication(Record()), .keys(.update),
        .checkPassword(.merchant, ServicePassword(bytes: [])), .reportTagsBySTAN(1, [.result]), .selectApplication(9),
        .readerState, .terminalTags([.serialNumber]), .confirmEvent(EventConfirmation(.close, isDone: true)),
        .receiveData([0]), .maxMTU, .other(Message(code: 0x3D, data: [0x09])),
        .other(Message(code: 0x40, data: [0x04])),
        .other(Message(code: 0x36, data: [0x0A])), .other(Message(code: 0x35, data: [0x01])),
    ]

    @Test(
        "START is refused for what is wrong with it",
        arguments: [
            ("01", 6), ("01 99", 3), ("01 01", 3), ("01 01 81 02 04 1A", 3), ("01 01 81 04 00 00 00 00", 5),
            ("01 01 81 04 00 00 04", 6), ("01 02 81 04 00 00 04 1A", 3), ("01 07 81 04 00 00 04 1A", 3),
            ("01 01 81 04 00 00 04 1A 81 04 00 00 04 1A", 3), ("01 01 81 04 00 00 04 1A 9F 04 00", 3),
            ("01 11 81 04 00 00 04 1A", 3), ("01 03 81 04 00 00 04 1A DF 03 00", 3),
        ] as [(String, UInt32)])
    func start(hex: String, status: UInt32) {
        var host = PinpadHost()
        let data = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        let frame = FrameEncoder.frame(Message(code: 0x3D, data: data))
        #expect(host.ask(frame, as: .start) == Status(rawValue: status))
    }

    @Test("a shop's menu has purchases and voids, no refunds and no cash")
    func menu() {
        var host = PinpadHost { $0.quirks = [.shopMenu] }
        #expect(host.ask(.start(TransactionStart(.refund, amount: 500))) == .notPermitted)
        #expect(host.ask(.start(TransactionStart(.cashAdvance, amount: 500))) == .notPermitted)
        #expect(host.transact(.purchase(500)).verdict == .approved)
    }

    @Test("a command whose data aren't its own is refused by length or value")
    func malformed() {
        var host = PinpadHost()
        let frames: [([UInt8], Status)] = [
            ([0x07, 0x00], .badLength), ([0x08, 26, 13, 1, 0, 0, 0], .badValue), ([0x08, 26], .badLength),
            ([0x03, 0x00, 0x02], .badParameter), ([0x24, 0x00], .badLength), ([0x04], .badLength), ([], .badLength),
        ]
        for (data, status) in frames {
            #expect(host.ask(FrameEncoder.frame(Message(code: 0x3D, data: data)), as: .ping) == status, "\(data)")
        }
    }

    @Test("a reply or an event from the host is not for a reader, and gets no answer")
    func foreign() {
        var host = PinpadHost()
        for code in [0x00, 0x0E, 0x0F, 0x07, 0xFF] as [UInt8] {
            host.sendRaw(FrameEncoder.frame(Message(code: code, data: [0x01])))
        }
        #expect(host.seen.isEmpty)
    }
}
