public import Acquirer
import Payments
import Threads
import Time

/// The gateways' fronts for many connections: each machine behind the one lock, on an acquirer that others may use
/// besides. What begins with `/redsys`, `/elavon` or `/hipay` is for those gateways, everything else for the Handpoint cloud.
/// Source: gateways.md E.
public final class SandboxDesk: Sendable {
    private let fronts: Locked<Fronts>
    private let acquirer: AcquirerDesk

    /// - Parameter acquirer: has the one ledger. A gateway that is missing answers 404.
    public init(
        _ handpoint: HandpointSandbox? = nil, redsys: RedsysSandbox? = nil, opayo: OpayoSandbox? = nil,
        hipay: HiPaySandbox? = nil, acquirer: AcquirerDesk
    ) {
        fronts = Locked(Fronts(handpoint: handpoint, redsys: redsys, opayo: opayo, hipay: hipay))
        self.acquirer = acquirer
    }

    /// Nothing goes wrong with answers any more, but what amounts spoil.
    public func heal() {
        fronts.withLock { fronts in
            fronts.handpoint?.heal()
            fronts.redsys?.heal()
            fronts.opayo?.heal()
            fronts.hipay?.heal()
        }
    }

    /// Where the ledger can't be written, nothing is decided and the answer is 503.
    public func answer(_ request: SandboxRequest) -> SandboxAnswer {
        fronts.withLock { fronts in
            var next = fronts
            let answer = acquirer.amend { mind, now in next.answer(request, at: now, asking: &mind) }
            guard let answer else {
                return SandboxAnswer(status: 503, ["error": ["statusCode": 503, "name": "ServiceUnavailableError"]])
            }
            fronts = next
            return answer
        }
    }
}

private struct Fronts {
    var handpoint: HandpointSandbox?
    var redsys: RedsysSandbox?
    var opayo: OpayoSandbox?
    var hipay: HiPaySandbox?

    mutating func answer(
        _ request: SandboxRequest, at now: WallTime, asking mind: inout AcquirerMind
    ) -> SandboxAnswer {
        if let inner = request.below("/redsys") {
            return redsys?.answer(inner, at: now, asking: &mind) ?? .nothingHere
        }
        if let inner = request.below("/elavon") { return opayo?.answer(inner, at: now, asking: &mind) ?? .nothingHere }
        if let inner = request.below("/hipay") { return hipay?.answer(inner, at: now, asking: &mind) ?? .nothingHere }
        return handpoint?.answer(request, at: now, asking: &mind) ?? .nothingHere
    }
}

extension SandboxRequest {
    /// The request as the gateway below a base sees it; nil where it is for another one.
    fileprivate func below(_ base: String) -> SandboxRequest? {
        guard path.hasPrefix(base + "/") else { return nil }
        var inner = self
        inner.path = String(path.dropFirst(base.utf8.count))
        return inner
    }
}
