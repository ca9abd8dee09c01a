public import Ports
import Threads

/// Serves a desk to whoever connects, one request a connection.
public final class AcquirerServer: Sendable {
    public let desk: AcquirerDesk
    private let listener: any LinkListener

    public init(_ desk: AcquirerDesk, listener: any LinkListener) {
        self.desk = desk
        self.listener = listener
    }

    /// Where it is reached.
    public var uri: String { listener.uri }

    public func start() {
        let desk = desk
        listener.start { link in
            let conversation = Locked(Conversation(AcquirerConversation(desk)))
            return { event in
                switch conversation.withLock({ $0.take(event) }) {
                case .send(let bytes): link.send(bytes)
                case .close: link.close()
                case .nothing: break
                }
            }
        }
    }

    public func stop() { listener.stop() }

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
