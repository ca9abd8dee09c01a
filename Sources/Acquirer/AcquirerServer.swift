public import Ports
import Threads

/// Serves a desk to whoever connects, one request a connection.
public final class AcquirerServer: Sendable {
    public let desk: AcquirerDesk
    private let listener: any LinkListener
    private let lostAnswers: Locked<Int>

    /// - Parameter lostAnswers: so many first requests are decided on, but the connection closes instead of answering.
    public init(_ desk: AcquirerDesk, listener: any LinkListener, lostAnswers: Int = 0) {
        self.desk = desk
        self.listener = listener
        self.lostAnswers = Locked(lostAnswers)
    }

    /// Where it is reached.
    public var uri: String { listener.uri }

    public func start() {
        listener.start { [self] link in
            let conversation = Locked(Conversation(AcquirerConversation(desk)))
            return { [self] event in
                switch conversation.withLock({ $0.take(event) }) {
                case .send(let bytes): losesAnswer() ? link.close() : link.send(bytes)
                case .close: link.close()
                case .nothing: break
                }
            }
        }
    }

    public func stop() { listener.stop() }

    private func losesAnswer() -> Bool {
        lostAnswers.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
    }

    /// Closes only once the answer has left.
    private struct Conversation {
        enum Reaction {
            case send([UInt8])
            case close
            case nothing
        }

        var inner: AcquirerConversation
        var hasAnswered = false

        init(_ inner: AcquirerConversation) { self.inner = inner }

        mutating func take(_ event: LinkEvent) -> Reaction {
            switch event {
            case .received(let bytes):
                guard let answer = inner.receive(bytes) else { return .nothing }
                hasAnswered = true
                return .send(answer)
            case .drained: return hasAnswered ? .close : .nothing
            case .opened, .closed: return .nothing
            }
        }
    }
}
