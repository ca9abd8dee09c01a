import Wire

extension Packet {
    /// The message that says it. A field too long for its length is cut to what fits.
    public var message: Message {
        switch self {
        case .initialise(let request): Message(.initialise, payload: request.payload)
        case .initialiseAnswer(let status, let answer): Message(.initialiseAnswer, status, answer?.payload)
        case .idle: Message(.idle)
        case .idleAnswer(let status, let xml): Message(.idleAnswer, status, xml?.counted)
        case .event(let status, let xml): Message(.event, status, xml?.counted)
        case .finance(let operation, let request): Message(operation.command, payload: request?.payload ?? [])
        case .financeAnswer(let operation, let status, let answer):
            Message(operation.answerCommand, status, answer?.payload)
        case .tokenise(let xml): Message(.tokenise, payload: xml.bytes)
        case .tokeniseAnswer(let status, let xml): Message(.tokeniseAnswer, status, xml?.counted)
        case .xmlCommand(let xml): Message(.xmlCommand, payload: xml.bytes)
        case .xmlCommandAnswer(let status, let xml): Message(.xmlCommandAnswer, status, xml?.bytes)
        case .setLogLevel(let level): Message(.setLogLevel, payload: [level])
        case .setLogLevelAnswer(let status): Message(.setLogLevelAnswer, status: status)
        case .clearLog: Message(.clearLog)
        case .clearLogAnswer(let status): Message(.clearLogAnswer, status: status)
        case .fetchLog: Message(.fetchLog)
        case .fetchLogAnswer(let status, let log): Message(.fetchLogAnswer, status, log?.counted)
        case .hostConnect(let request): Message(.hostConnect, payload: request.payload)
        case .hostConnectAnswer(let status): Message(.hostConnectAnswer, status: status)
        case .hostSend(let request): Message(.hostSend, payload: request.payload)
        case .hostSendAnswer(let status): Message(.hostSendAnswer, status: status)
        case .hostReceive(let request): Message(.hostReceive, payload: request.payload)
        case .hostReceiveAnswer(let status, let data): Message(.hostReceiveAnswer, status, data?.counted)
        case .hostDisconnect: Message(.hostDisconnect)
        case .hostDisconnectAnswer(let status): Message(.hostDisconnectAnswer, status: status)
        case .hostPost(let request): Message(.hostPost, payload: request.payload)
        case .hostPostAnswer(let status, let data): Message(.hostPostAnswer, status, data?.counted)
        case .signatureRequest(let request): Message(.signatureRequest, payload: request.payload)
        case .signatureAnswer(let status): Message(.signatureAnswer, status: status)
        case .challenge(let request): Message(.challenge, payload: request.payload)
        case .challengeAnswer(let status, let answer): Message(.challengeAnswer, status, answer?.payload)
        case .other(let message): message
        }
    }
}

extension Message {
    fileprivate init(_ command: CommandID, _ status: Status, _ payload: [UInt8]?) {
        self.init(command, status: status, payload: payload ?? [])
    }
}

extension XMLText {
    fileprivate var counted: [UInt8] { bytes.counted }
}

extension [UInt8] {
    /// After their length in four bytes.
    fileprivate var counted: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(block: self, countBytes: 4)
        return bytes
    }
}
