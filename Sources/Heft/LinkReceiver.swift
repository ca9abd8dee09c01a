public import Wire

/// What arrives on a link, in order.
public enum LinkInput: Hashable, Sendable {
    /// A frame was good: the sender is owed an ACK, before anything else happens with it.
    case acknowledge
    /// A frame was bad: the sender is owed a NAK. What came of the message before stays.
    case reject(FrameFault)
    case message(Result<Message, WireError>)
    /// The other side's answer to a frame of ours, or the late one to a cancel; they carry no number.
    case ack, nak
    case enq, eot
    case unknownControl(UInt8)
    /// Skipped bytes.
    case noise(count: Int)
}

/// The receiving half of a link: bytes become messages and the answers that are owed. Source: heft.md 2.3, 2.4.
public struct LinkReceiver: Hashable, Sendable {
    private var deframer = Deframer()
    /// The data of a message so far.
    private var partial: [UInt8] = []
    private let maxLength: Int

    /// - Parameter maxLength: bytes of the longest message; a longer one is an error as soon as that shows.
    public init(maxLength: Int = Message.maxLength) {
        self.maxLength = maxLength
    }

    /// Part of a frame or of a message is here and the rest is due (15 s, heft.md 1).
    public var isInsideMessage: Bool { deframer.isInsideFrame || !partial.isEmpty }

    /// Takes bytes as they come and gives what they complete.
    public mutating func receive(_ bytes: [UInt8]) -> [LinkInput] {
        deframer.push(bytes)
        var inputs: [LinkInput] = []
        while let located = deframer.next(appendingTo: &partial) {
            inputs += take(located.unit)
        }
        return inputs
    }

    private mutating func take(_ unit: LinkUnit) -> [LinkInput] {
        switch unit {
        case .frame(_, let isFinal):
            let message = message(isFinal: isFinal)
            return [.acknowledge] + (message.map { [.message($0)] } ?? [])
        case .badFrame(let fault): return [.reject(fault)]
        case .ack: return [.ack]
        case .nak: return [.nak]
        case .enq: return [.enq]
        case .eot: return [.eot]
        case .unknownControl(let byte): return [.unknownControl(byte)]
        case .noise(let count): return [.noise(count: count)]
        }
    }

    /// The message, where it ends with this frame or has grown past what its header can say.
    private mutating func message(isFinal: Bool) -> Result<Message, WireError>? {
        guard isFinal || partial.count > maxLength else { return nil }
        defer { partial = [] }
        guard partial.count <= maxLength else {
            return .failure(WireError(offset: 0, expected: "at most \(maxLength) bytes", found: "more"))
        }
        do throws(WireError) {
            return .success(try Message(bytes: partial))
        } catch {
            return .failure(error)
        }
    }
}
