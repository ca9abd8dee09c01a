public import Wire

extension Packet {
    /// Reads a message's payload. A command that neither side of ours uses becomes `.other`.
    ///
    /// What a reader sends may have more bytes behind the last field: the one host that real readers were tried with
    /// doesn't look there (*seen*). What a host sends may not.
    /// - Throws: `WireError` where a field is missing, a length lies or a digit is none.
    public init(_ message: Message) throws(WireError) {
        let reader = ByteReader(message.payload, path: [message.command.text], base: message.headerLength)
        let packet =
            message.command.isAnswer
            ? try Self.answer(message, reader) : try Self.request(message.command, reader)
        self = packet ?? .other(message)
    }

    private static func request(_ command: CommandID, _ reader: ByteReader) throws(WireError) -> Packet? {
        if let packet = try hostRequest(command, reader) { return packet }
        return try readerRequest(command, reader)
    }

    private static func hostRequest(_ command: CommandID, _ payload: ByteReader) throws(WireError) -> Packet? {
        var reader = payload
        switch command {
        case .initialise:
            return .initialise(try InitialiseRequest(payload: reader))
        case .tokenise:
            return .tokenise(XMLText(bytes: reader.takeRest()))
        case .xmlCommand:
            return .xmlCommand(XMLText(bytes: reader.takeRest()))
        case .setLogLevel:
            let level = try reader.uint8("level")
            try reader.expectEnd("level")
            return .setLogLevel(level)
        case .idle, .clearLog, .fetchLog:
            try reader.expectEnd("payload")
            return command == .idle ? .idle : command == .clearLog ? .clearLog : .fetchLog
        default:
            guard let operation = FinanceOperation(command) else { return nil }
            return .finance(operation, reader.isAtEnd ? nil : try FinanceRequest(payload: reader))
        }
    }

    private static func readerRequest(_ command: CommandID, _ reader: ByteReader) throws(WireError) -> Packet? {
        switch command {
        case .hostConnect: .hostConnect(try HostConnect(payload: reader))
        case .hostSend: .hostSend(try HostSend(payload: reader))
        case .hostReceive: .hostReceive(try HostReceive(payload: reader))
        case .hostDisconnect: .hostDisconnect
        case .hostPost: .hostPost(try HostPost(payload: reader))
        case .signatureRequest: .signatureRequest(try SignatureRequest(payload: reader))
        case .challenge: .challenge(try Challenge(payload: reader))
        default: nil
        }
    }

    private static func answer(_ message: Message, _ reader: ByteReader) throws(WireError) -> Packet? {
        guard let status = message.status else {
            throw WireError(offset: 4, expected: "a status", found: "none", path: [message.command.text])
        }
        if let packet = try hostAnswer(message.command, status, reader) { return packet }
        return try readerAnswer(message.command, status, reader)
    }

    private static func hostAnswer(
        _ command: CommandID, _ status: Status, _ payload: ByteReader
    ) throws(WireError) -> Packet? {
        var reader = payload
        switch command {
        case .hostReceiveAnswer, .hostPostAnswer:
            let data = reader.isAtEnd ? nil : try reader.block(countBytes: 4, "data")
            try reader.expectEnd("data")
            return command == .hostPostAnswer ? .hostPostAnswer(status, data) : .hostReceiveAnswer(status, data)
        case .challengeAnswer:
            return .challengeAnswer(status, try ChallengeAnswer(payload: reader))
        default:
            guard let packet = bareHostAnswer(command, status) else { return nil }
            try reader.expectEnd("payload")
            return packet
        }
    }

    /// The host's answers that are a status and nothing else.
    private static func bareHostAnswer(_ command: CommandID, _ status: Status) -> Packet? {
        switch command {
        case .hostConnectAnswer: .hostConnectAnswer(status)
        case .hostSendAnswer: .hostSendAnswer(status)
        case .hostDisconnectAnswer: .hostDisconnectAnswer(status)
        case .signatureAnswer: .signatureAnswer(status)
        default: nil
        }
    }

    private static func readerAnswer(
        _ command: CommandID, _ status: Status, _ payload: ByteReader
    ) throws(WireError) -> Packet? {
        var reader = payload
        switch command {
        case .initialiseAnswer: return .initialiseAnswer(status, try InitialiseAnswer(payload: reader))
        case .idleAnswer: return .idleAnswer(status, try reader.optionalXML("xml"))
        case .event: return .event(status, try reader.optionalXML("xml"))
        case .tokeniseAnswer: return .tokeniseAnswer(status, try reader.optionalXML("xml"))
        case .xmlCommandAnswer:
            return .xmlCommandAnswer(status, reader.isAtEnd ? nil : XMLText(bytes: reader.takeRest()))
        case .setLogLevelAnswer: return .setLogLevelAnswer(status)
        case .clearLogAnswer: return .clearLogAnswer(status)
        case .fetchLogAnswer:
            return .fetchLogAnswer(status, reader.isAtEnd ? nil : try reader.block(countBytes: 4, "log"))
        default:
            guard let operation = FinanceOperation(command) else { return nil }
            return .financeAnswer(operation, status, try FinanceAnswer(payload: reader))
        }
    }
}
