import Heft
import Time

/// The reader's end of the link: what is owed, what waits, what has arrived over there. Source: heft.md 2.4.
struct ReaderLink: Sendable {
    /// [own choice: the same as the host's, heft.md 1 and 2.4]
    static let acknowledgementWait = Duration.seconds(20)
    /// Noise that is skipped between two frames, in bytes.
    static let noiseLimit = 4096

    /// What a message was sent for; told again once the host has all of it.
    enum Purpose: Hashable, Sendable {
        /// The step of the running operation.
        case step
        /// The operation's answer.
        case result
        /// An answer by the way: nothing waits for it.
        case aside
    }

    private var receiver = LinkReceiver()
    private var sender = LinkSender()
    private var purposes: [Purpose] = []
    private var noise = 0
    /// When the answer to the frame that is out must be here.
    private(set) var acknowledgementDeadline: Uptime?

    /// The host's largest frame, from now on.
    var maxFrame: Int {
        get { sender.maxFrame }
        set { sender.maxFrame = newValue }
    }

    mutating func enqueue(_ packet: Packet, for purpose: Purpose) {
        sender.enqueue(packet.message)
        purposes.append(purpose)
    }

    /// The frame that goes out now; nil while an answer is due or nothing waits.
    mutating func nextFrame(at now: Uptime) -> [UInt8]? {
        guard let frame = sender.nextFrame() else { return nil }
        acknowledgementDeadline = now + Self.acknowledgementWait
        return frame
    }

    mutating func receive(_ bytes: [UInt8]) -> [LinkInput] { receiver.receive(bytes) }

    /// - Returns: what the message was sent for, where its last frame has been taken.
    mutating func acknowledged() -> Purpose? {
        switch sender.acked() {
        case .stray: return nil
        case .frame:
            acknowledgementDeadline = nil
            return nil
        case .message:
            acknowledgementDeadline = nil
            return purposes.isEmpty ? nil : purposes.removeFirst()
        }
    }

    /// - Returns: false where the link is to be given up.
    mutating func rejected() -> Bool { sender.naked() == .again }

    /// - Returns: false where it has been too much.
    mutating func skipped(_ count: Int) -> Bool {
        noise += count
        return noise <= Self.noiseLimit
    }

    mutating func frameArrived() { noise = 0 }
}
