/// The sending half of a link: stop and wait, one frame at a time. Source: heft.md 2.3, 2.4.
///
/// A cancel doesn't pass through here: its only frame goes out at once and its ACK comes as a stray one.
public struct LinkSender: Hashable, Sendable {
    /// A frame is sent three times at most. *seen*
    public static let maxAttempts = 3

    /// Size of the frames of messages that are queued from now on: 200, then what the reader's I001 says.
    public var maxFrame = Frame.initialSize
    /// The frames of every message that waits, the first one's rest at the front.
    private var messages: [[[UInt8]]] = []
    private var attempts = 0
    /// The first frame is out and its answer is due (20 s, heft.md 1).
    public private(set) var isWaiting = false

    public init() {}

    public var isIdle: Bool { messages.isEmpty }
    /// Some frames of a message have gone and others have not: nothing else may go between them.
    public private(set) var isInsideMessage = false

    public mutating func enqueue(_ message: Message) {
        messages.append(FrameEncoder.frames(message: message.bytes, maxFrame: maxFrame))
    }

    /// The frame to send now; nil while an answer is due or nothing waits.
    public mutating func nextFrame() -> [UInt8]? {
        guard !isWaiting, let frame = messages.first?.first else { return nil }
        isWaiting = true
        isInsideMessage = true
        attempts += 1
        return frame
    }

    /// What an ACK meant.
    public enum Acknowledged: Hashable, Sendable {
        /// More frames of the message follow.
        case frame
        /// The other side has the whole message.
        case message
        /// No answer was due: it belongs to a cancel.
        case stray
    }

    public mutating func acked() -> Acknowledged {
        guard isWaiting, !messages.isEmpty else { return .stray }
        isWaiting = false
        attempts = 0
        messages[0].removeFirst()
        guard messages[0].isEmpty else { return .frame }
        messages.removeFirst()
        isInsideMessage = false
        return .message
    }

    /// What a NAK meant.
    public enum Rejected: Hashable, Sendable {
        /// `nextFrame` gives the same frame once more.
        case again
        /// Three attempts failed. All that waited is dropped; the link ends with EOT.
        case givenUp
        /// No answer was due.
        case stray
    }

    public mutating func naked() -> Rejected {
        guard isWaiting else { return .stray }
        isWaiting = false
        guard attempts == Self.maxAttempts else { return .again }
        messages = []
        attempts = 0
        isInsideMessage = false
        return .givenUp
    }
}
