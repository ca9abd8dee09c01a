import Datecs
import EMV
import Time
import Wire

/// What the host asks for, whatever runs.
extension VirtualPinpad {
    mutating func take(_ message: Message, at now: Uptime) {
        guard let id = CommandID(asking: message) else {
            // A command without its second byte; anything else isn't for a reader.
            if message.code == CommandID.ping.code || message.code == CommandID.maxMTU.code { reply(.badLength) }
            return
        }
        say("host \(id.name ?? id.text)")
        guard isKnown(id) else { return reply(.unknownCommand) }
        if let refusal = refusal(of: id) { return reply(refusal) }
        guard case .command(let command)? = try? Packet(message) else { return reply(fault(of: message, id)) }
        perform(command, at: now)
    }

    private func isKnown(_ id: CommandID) -> Bool {
        if id == .engineBattery { return settings.battery != nil }
        return id.name != nil && (id.code == CommandID.ping.code || id.code == CommandID.maxMTU.code)
    }

    /// What a state doesn't accept. Source: datecs.md 17.
    private func refusal(of id: CommandID) -> Status? {
        // Whatever the state. *seen twice* (datecs.md 5)
        if id == .receiptTags { return isResult ? nil : .noData }
        return accepted.map { $0.contains(id) } ?? !Self.onlyInside.contains(id) ? nil : .notInThisState
    }

    private static let onlyInside: Set<CommandID> = [.selectApplication, .receiveData, .confirmEvent]

    private var isResult: Bool {
        if case .result = state { true } else { false }
    }

    /// Nil where all but `onlyInside` are.
    private var accepted: Set<CommandID>? {
        switch state {
        case .idle: nil
        case .result: [.ping, .readerState, .end]
        case .working(let work):
            switch work.stage {
            case .card, .pin: [.ping, .readerState, .end, .maxMTU]
            case .application: [.ping, .readerState, .end, .maxMTU, .selectApplication]
            case .online, .finishing: [.ping, .readerState, .maxMTU, .receiveData, .confirmEvent]
            }
        }
    }

    /// What is wrong with a command that can't be read. Source: datecs.md 17; for all but START our *own choice*.
    private func fault(of message: Message, _ id: CommandID) -> Status {
        switch id {
        case .start:
            var reader = ByteReader(Array(message.data.dropFirst(2)))
            return message.data.count > 1 && (try? reader.objects()) != nil ? .badParameter : .badLength
        case .setClock: return message.data.count == 7 ? .badValue : .badLength
        case .end, .confirmEvent: return message.data.count > 2 ? .badParameter : .badLength
        default: return .badLength
        }
    }

    private mutating func perform(_ command: Command, at now: Uptime) {
        switch command {
        case .ping: reply()
        case .start(let start): self.start(start, at: now)
        case .receiptTags(let tags): giveReceipt(tags)
        case .end(let end): takeEnd(end ?? .ok, at: now)
        case .selectApplication(let index): select(index, at: now)
        case .receiveData(let bytes): takeData(bytes, at: now)
        case .confirmEvent(let confirmation): take(confirmation, at: now)
        case .readerState: reply(.ok, .readerState(readerState))
        case .maxMTU: reply(.ok, .maxMTU(settings.mtu))
        case .keys(let operation): beginKeys(operation, at: now)
        case .reportTags(let cursor, let tags): report(cursor, tags)
        case .reportTagsBySTAN(let stan, let tags): give(log.record(stan: Int(stan)), tags)
        case .reportInfo: giveRecordCount()
        case .pinpadInfo, .clock, .pinpadStatus, .menuInfo, .publicKeys, .symmetricKeys, .terminalTags:
            inform(command, at: now)
        case .setClock(let time):
            clock.set(time, at: now)
            reply()
        case .deleteBatch(let password): deleteBatch(password)
        case .clearReversal(let password): clearReversal(password)
        case .editCommunication(let record): edit(record)
        case .checkPassword(_, let password): reply(isRight(password) ? .ok : .wrongPassword)
        case .other: if let battery = settings.battery { reply(.ok, .battery(battery)) }
        }
    }

    private var readerState: ReaderState {
        switch state {
        case .idle: .idle
        case .working(let work): work.readerState
        case .result: .started
        }
    }

    private mutating func giveReceipt(_ tags: [Tag]) {
        guard case .result(let record, _) = state else { return reply(.noData) }
        give(record, tags)
    }
}
