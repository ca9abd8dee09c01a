public import Heft
public import Wire

extension DecodedMessage {
    /// - Throws: `WireError` where the payload isn't what the command says.
    public init(_ message: Message) throws(WireError) {
        self.init(
            command: message.command, direction: Direction(of: message.command), status: message.status,
            length: message.payload.count, fields: try Packet(message).fields)
    }
}

extension DecodedMessage.Direction {
    /// Readers ask in the groups H and R, and answer in all others. R001 is the reader's though it looks like an answer.
    init(of command: CommandID) {
        let isAskedByReader = command.text.hasPrefix("H") || command.text.hasPrefix("R")
        let isFromReader = command == .event || isAskedByReader != command.isAnswer
        self = isFromReader ? .readerToHost : .hostToReader
    }
}
