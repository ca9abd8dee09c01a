public import Wire

/// What a message says, in both directions. Source: datecs.md 3.1.
public enum Packet: Hashable, Sendable {
    /// Host to reader. A reader's frame that reads as one is an echo of ours.
    case command(Command)
    /// Reader to host.
    case reply(Reply)
    /// Reader to host, unasked, also between a command and its reply.
    case event(Event)
    /// A code outside the tables. To be logged and skipped (datecs.md 4, rule 3).
    case other(Message)
}

extension Packet {
    /// Reads a message's data.
    /// - Parameter awaited: the command whose reply is due. A reply doesn't name it, so without it a reply is no more
    ///   than a status and bytes.
    /// - Throws: `WireError` where a field is missing, a length lies or bytes are left over; offsets are the frame's.
    public init(_ message: Message, awaited: CommandID? = nil) throws(WireError) {
        switch message.code {
        case Message.replyCode:
            self = .reply(try Reply(message, to: awaited))
        case let code where Message.commandCodes.contains(code) || Message.engineCodes.contains(code):
            self = .command(try Command(message))
        case let code where Message.eventCodes.contains(code) || Message.engineEventCodes.contains(code):
            self = .event(try Event(message))
        default:
            self = .other(message)
        }
    }

    /// The message that says it. A field too long for its place is cut to what fits.
    public var message: Message {
        switch self {
        case .command(let command): command.message
        case .reply(let reply): reply.message
        case .event(let event): event.message
        case .other(let message): message
        }
    }
}

extension Message {
    /// - Throws: `WireError` where byte 2 of a command or an event isn't 00.
    func expectNoStatus(_ path: [String]) throws(WireError) {
        guard status == 0 else {
            throw WireError(offset: 2, expected: "00", found: "another byte", path: path + ["status"])
        }
    }

    /// Reads the data behind the second byte.
    func fields(_ path: String) -> ByteReader {
        ByteReader(Array(data.dropFirst()), path: [path], base: Frame.headerSize + 1)
    }
}
