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
    /// As it was behind the last frame that was taken.
    private var receiverBefore = LinkReceiver()
    /// How often a good frame is refused, and how often the present one still will be.
    private let refusals: Int
    private var refusalsLeft: Int
    private var sender = LinkSender()
    private var purposes: [Purpose] = []
    private var noise = 0
    /// When the answer to the frame that is out must be here.
    private(set) var acknowledgementDeadline: Uptime?

    /// - Parameter refusals: how often each frame is refused before it is taken.
    init(refusals: Int = 0) {
        self.refusals = refusals
        refusalsLeft = refusals
    }

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

    /// A host waits behind each of its frames, so no more than one is in the bytes.
    mutating func receive(_ bytes: [UInt8]) -> [LinkInput] {
        let inputs = receiver.receive(bytes)
        guard inputs.contains(.acknowledge) else { return inputs }
        guard refusalsLeft > 0 else {
            refusalsLeft = refusals
            receiverBefore = receiver
            return inputs
        }
        refusalsLeft -= 1
        receiver = receiverBefore
        return inputs.compactMap { input in
            switch input {
            case .acknowledge: .reject(.checksum)
            case .message: nil
            default: input
            }
        }
    }

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
