import EMV
import Wire

extension Command {
    /// - Throws: `WireError` where a field is missing, a length lies or bytes are left over.
    init(_ message: Message) throws(WireError) {
        guard let id = CommandID(message) else {
            throw WireError(
                offset: Frame.headerSize, expected: "a subcommand", found: "no data",
                path: [message.code.hexDigits])
        }
        try message.expectNoStatus([id.text])
        var reader = message.fields(id.text)
        guard let command = try Self.read(id, &reader) else {
            self = .other(message)
            return
        }
        try reader.expectEnd("data")
        self = command
    }

    /// Nil for a command outside the tables.
    private static func read(_ id: CommandID, _ reader: inout ByteReader) throws(WireError) -> Command? {
        if let command = bare(id) { return command }
        if let command = try payment(id, &reader) { return command }
        return try service(id, &reader)
    }

    /// Those without a field.
    private static func bare(_ id: CommandID) -> Command? {
        switch id {
        case .ping: .ping
        case .reportInfo: .reportInfo
        case .pinpadInfo: .pinpadInfo
        case .clock: .clock
        case .pinpadStatus: .pinpadStatus
        case .menuInfo: .menuInfo
        case .publicKeys: .publicKeys
        case .symmetricKeys: .symmetricKeys
        case .readerState: .readerState
        case .maxMTU: .maxMTU
        default: nil
        }
    }

    /// Those of a payment and its log.
    private static func payment(_ id: CommandID, _ reader: inout ByteReader) throws(WireError) -> Command? {
        switch id {
        case .start:
            return .start(try TransactionStart(&reader))
        case .receiptTags:
            return .receiptTags(try reader.tags())
        case .terminalTags:
            return .terminalTags(try reader.tags())
        case .end:
            return .end(reader.isAtEnd ? nil : try TransactionEnd(&reader))
        case .reportTags:
            return .reportTags(ReportCursor(rawValue: try reader.uint16("cursor")), try reader.tags())
        case .reportTagsBySTAN:
            return .reportTagsBySTAN(try reader.uint32("stan"), try reader.tags())
        case .selectApplication:
            return .selectApplication(try reader.uint8("index"))
        case .receiveData:
            return .receiveData(reader.takeRest())
        case .confirmEvent:
            return .confirmEvent(try EventConfirmation(&reader))
        default:
            return nil
        }
    }

    private static func service(_ id: CommandID, _ reader: inout ByteReader) throws(WireError) -> Command? {
        switch id {
        case .setClock:
            return .setClock(try reader.clock("clock"))
        case .deleteBatch:
            return .deleteBatch(ServicePassword(bytes: reader.takeRest()))
        case .clearReversal:
            return .clearReversal(ServicePassword(bytes: reader.takeRest()))
        case .editCommunication:
            return .editCommunication(try Record(&reader))
        case .keys:
            return .keys(KeyOperation(rawValue: try reader.uint8("operation")))
        case .checkPassword:
            let kind = PasswordKind(rawValue: try reader.uint8("kind"))
            return .checkPassword(kind, ServicePassword(bytes: reader.takeRest()))
        default:
            return nil
        }
    }
}

extension Command {
    public var message: Message {
        if case .other(let message) = self { message } else { Message(id, fields) }
    }

    /// What the reply will have to be decoded with.
    public var id: CommandID {
        switch self {
        case .ping: .ping
        case .start: .start
        case .receiptTags: .receiptTags
        case .end: .end
        case .reportTags: .reportTags
        case .reportInfo: .reportInfo
        case .pinpadInfo: .pinpadInfo
        case .clock: .clock
        case .setClock: .setClock
        case .deleteBatch: .deleteBatch
        case .clearReversal: .clearReversal
        case .pinpadStatus: .pinpadStatus
        case .menuInfo: .menuInfo
        case .publicKeys: .publicKeys
        case .symmetricKeys: .symmetricKeys
        case .editCommunication: .editCommunication
        case .keys: .keys
        case .checkPassword: .checkPassword
        case .reportTagsBySTAN: .reportTagsBySTAN
        case .selectApplication: .selectApplication
        case .readerState: .readerState
        case .terminalTags: .terminalTags
        case .receiveData: .receiveData
        case .confirmEvent: .confirmEvent
        case .maxMTU: .maxMTU
        case .other(let message): CommandID(message) ?? CommandID(rawValue: UInt16(message.code) << 8)
        }
    }

    private var fields: [UInt8] {
        switch self {
        case .start(let start): start.fields
        case .receiptTags(let tags), .terminalTags(let tags): [UInt8](tags)
        case .end(let end): end.map { [UInt8](number: $0.rawValue) } ?? []
        case .reportTags(let cursor, let tags): [UInt8](number: cursor.rawValue) + [UInt8](tags)
        case .reportTagsBySTAN(let stan, let tags): [UInt8](number: stan) + [UInt8](tags)
        case .setClock(let clock): clock.fields
        case .deleteBatch(let password), .clearReversal(let password): password.bytes
        case .editCommunication(let record): [UInt8](record.objects)
        case .keys(let operation): [operation.rawValue]
        case .checkPassword(let kind, let password): [kind.rawValue] + password.bytes
        case .selectApplication(let index): [index]
        case .receiveData(let bytes): bytes
        case .confirmEvent(let confirmation): confirmation.fields
        case .ping, .reportInfo, .pinpadInfo, .clock, .pinpadStatus, .menuInfo, .publicKeys, .symmetricKeys,
            .readerState, .maxMTU, .other:
            []
        }
    }
}

extension TransactionEnd {
    fileprivate init(_ reader: inout ByteReader) throws(WireError) {
        let start = reader
        guard let end = TransactionEnd(rawValue: try reader.uint16("end")) else {
            throw start.error("end", expected: "0 or 1", found: "another number")
        }
        self = end
    }
}
