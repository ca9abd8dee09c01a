import Heft

/// How much of a message may stand in a trace.
enum Disclosure: Hashable {
    /// All of it, with card numbers masked.
    case masked
    /// The first so many bytes of the message.
    case prefix(Int)

    /// Judges by the first bytes of a message. What doesn't begin like one isn't shown at all.
    init(messageStart: some Collection<UInt8>) {
        guard let command = CommandID(String(decoding: messageStart.prefix(4), as: UTF8.self)) else {
            self = .prefix(0)
            return
        }
        self = Self.kept.contains(command) ? .prefix(command.isAnswer ? 14 : 10) : .masked
    }

    /// The proof of the shared secret, and what the reader and the acquirer say to each other.
    private static let kept: Set<CommandID> = [
        .challenge, .challengeAnswer, .hostSend, .hostReceive, .hostReceiveAnswer, .hostPost, .hostPostAnswer,
    ]
}
