public import Acquirer
public import Ports
import Threads
import Time

/// Runs a virtual reader behind a listener, on a thread of its own. One host at a time: another one waits a moment for
/// the first to go, as happens when a till closes and opens again, and is then turned away.
public final class VirtualReaderServer: Sendable {
    /// [own choice: long enough for a close to be noticed]
    static let patience = Duration.seconds(1)

    private let listener: any LinkListener
    private let clock: any TimeSource
    private let acquirer: AcquirerDesk?
    private let mailbox = Mailbox<Message>()
    private let tell: @Sendable (String) -> Void

    enum Message: Sendable {
        case accepted(Int, any Link)
        case happened(Int, LinkEvent)
        case stop
    }

    /// - Parameters:
    ///   - acquirer: whom a reader with a network of its own asks; nil is none that it could reach.
    ///   - tell: gets one line an event, on the reader's thread.
    public init(
        listener: any LinkListener, clock: any TimeSource, acquirer: AcquirerDesk? = nil,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.listener = listener
        self.clock = clock
        self.acquirer = acquirer
        self.tell = tell
    }

    /// Where the reader is reached.
    public var uri: String { listener.uri }

    /// - Returns: false where the system has no thread left.
    public func start(_ reader: any VirtualReader, faults: FaultPlan = .none) -> Bool {
        let started = startThread { [self] in
            var desk = ReaderDesk(reader: reader, faults: faults, acquirer: acquirer, tell: tell)
            run(&desk)
        }
        guard started else { return false }
        let numbers = Locked(0)
        listener.start { [mailbox] link in
            let id = numbers.withLock { number in
                number += 1
                return number
            }
            mailbox.post(.accepted(id, link))
            return { mailbox.post(.happened(id, $0)) }
        }
        return true
    }

    /// Takes no more hosts, and lets the present one go.
    public func stop() {
        listener.stop()
        mailbox.post(.stop)
    }

    private func run(_ desk: inout ReaderDesk) {
        while true {
            for message in mailbox.wait(until: desk.nextDeadline?.nanoseconds) {
                if case .stop = message { return desk.close() }
                desk.take(message, at: clock.uptime())
            }
            desk.tick(at: clock.uptime())
        }
    }
}
