public import Acquirer
import Payments
import Threads
import Time

/// One sandbox for many connections: the machine behind a lock, on an acquirer that others may use besides.
public final class SandboxDesk: Sendable {
    private let sandbox: Locked<HandpointSandbox>
    private let acquirer: AcquirerDesk

    public init(_ sandbox: HandpointSandbox, acquirer: AcquirerDesk) {
        self.sandbox = Locked(sandbox)
        self.acquirer = acquirer
    }

    /// Nothing goes wrong with answers any more, but what amounts spoil.
    public func heal() { sandbox.withLock { $0.heal() } }

    /// Where the ledger can't be written, nothing is decided and the answer is 503.
    public func answer(_ request: SandboxRequest) -> SandboxAnswer {
        sandbox.withLock { sandbox in
            var next = sandbox
            let answer = acquirer.amend { mind, now in next.answer(request, at: now, asking: &mind) }
            guard let answer else {
                return SandboxAnswer(status: 503, ["error": ["statusCode": 503, "name": "ServiceUnavailableError"]])
            }
            sandbox = next
            return answer
        }
    }
}
