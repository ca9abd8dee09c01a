public import Ports
import Threads

/// Serves a desk to whoever connects.
public final class AcquirerServer: Sendable {
    public let desk: AcquirerDesk
    private let listener: any LinkListener
    private let lostAnswers: Locked<Int>
    private let refusedCalls: Locked<Int>

    /// - Parameters:
    ///   - lostAnswers: so many first requests are decided on, but the connection closes instead of answering.
    ///   - refusedCalls: so many first connections are closed at once.
    public init(_ desk: AcquirerDesk, listener: any LinkListener, lostAnswers: Int = 0, refusedCalls: Int = 0) {
        self.desk = desk
        self.listener = listener
        self.lostAnswers = Locked(lostAnswers)
        self.refusedCalls = Locked(refusedCalls)
    }

    /// Where it is reached.
    public var uri: String { listener.uri }

    public func start() {
        listener.start { [self] link in
            guard !takesOne(of: refusedCalls) else {
                link.close()
                return { _ in }
            }
            let conversation = Locked(Conversation(AcquirerConversation(desk)))
            return { [self] event in
                switch conversation.withLock({ $0.take(event) }) {
                case .send(let bytes): takesOne(of: lostAnswers) ? link.close() : link.send(bytes)
                case .close: link.close()
                case .nothing: break
                }
            }
        }
    }

    public func stop() { listener.stop() }

    private func takesOne(of faults: Locked<Int>) -> Bool {
        faults.withLock { left in
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
        init(_ inner: AcquirerConversation) { self.inner = inner }

        mutating func take(_ event: LinkEvent) -> Reaction {
            switch event {
            case .received(let bytes):
                guard let answer = inner.receive(bytes) else { return .nothing }
                return .send(answer)
            case .drained: return inner.isOver ? .close : .nothing
            case .opened, .closed: return .nothing
            }
        }
    }
}
