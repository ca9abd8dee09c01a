import Datecs
import Wire

extension DecodedPacket {
    /// - Parameter awaited: the command that a reply answers, where it is known.
    /// - Throws: `WireError` where the data aren't what the command, its reply or the event says.
    init(_ message: Message, awaited: CommandID?) throws(WireError) {
        switch try Packet(message, awaited: awaited) {
        case .command(let command):
            self.init(command.id.text, command.id.name, .hostToReader, message, command.fields)
        case .event(let event):
            self.init(event.id.text, event.id.name, .readerToHost, message, event.fields)
        case .reply(let reply):
            let id = awaited?.text ?? Self.digits(message.code)
            self.init(id, awaited?.name, .readerToHost, message, reply.fields(isAwaited: awaited != nil))
            status = message.status
            statusName = reply.status.name
        case .other:
            self.init(
                Self.digits(message.code), nil, .readerToHost, message, [DecodedField("data", lengthOf: message.data)])
        }
    }

    private init(
        _ id: String, _ name: String?, _ direction: DecodedMessage.Direction, _ message: Message,
        _ fields: [DecodedField]
    ) {
        self.init(id: id, name: name, direction: direction, length: message.data.count, fields: fields)
    }

    private static func digits(_ code: UInt8) -> String {
        (code < 0x10 ? "0" : "") + String(code, radix: 16, uppercase: true)
    }
}
