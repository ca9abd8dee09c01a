import Payments
public import Ports
import Threads
public import Time

/// One acquirer for many connections: a mind behind a lock, a clock, and a ledger file if wanted. A decision is in the
/// file before its answer is given; what can't be written is not decided.
public final class AcquirerDesk: Sendable {
    private let mind: Locked<AcquirerMind>
    private let clock: any TimeSource
    private let file: LedgerFile?

    public init(mind: AcquirerMind, clock: any TimeSource, file: LedgerFile? = nil) {
        self.mind = Locked(mind)
        self.clock = clock
        self.file = file
    }

    public var ledger: [LedgerEntry] { mind.withLock { $0.ledger } }

    public func decide(_ request: AcquirerRequest) -> AcquirerAnswer? {
        amend { $0.decide(request, at: $1).answer }
    }

    /// The same for a pinpad.
    public func decide(_ request: TerminalRequest) -> TerminalAnswer? {
        amend { $0.decide(request, at: $1) }
    }

    /// Lets something be decided, with the time. It counts once the new decisions are in the file.
    /// - Returns: nil where they can't be written: nothing was decided then.
    public func amend<Result>(_ decide: (inout AcquirerMind, WallTime) -> Result) -> Result? {
        mind.withLock { mind in
            var next = mind
            let result = decide(&next, clock.wallTime())
            for entry in next.ledger[mind.ledger.count...] {
                guard file?.append(entry) ?? true else { return nil }
            }
            mind = next
            return result
        }
    }

    /// The whole HTTP answer to the body of a request.
    func answer(to body: [UInt8]) -> [UInt8] {
        guard let json = try? JSONValue.parse(body), let request = AcquirerRequest(json) else {
            return HTTPAnswer.bytes(status: 400, body: [])
        }
        guard let answer = decide(request) else { return HTTPAnswer.bytes(status: 503, body: []) }
        return HTTPAnswer.bytes(status: 200, body: answer.json.bytes)
    }
}
