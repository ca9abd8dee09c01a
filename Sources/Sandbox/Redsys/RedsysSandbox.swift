public import Acquirer
import Crypto
import Payments
public import Time

/// Redsys' gateway and the service of Get Mini in front of an acquirer, as a pure machine: only what a till may ask
/// that takes cards with a reader. The service of Get Mini is our own, as nothing of it is public. Source: gateways.md
/// C.
public struct RedsysSandbox: Sendable {
    let settings: RedsysSettings
    private var random: SplitMix64
    private var faults: GatewayFaults
    /// What refunds were answered, where it was a denial, by the ledger's names.
    var denials: [String: String] = [:]
    /// Pictures of signatures, by the ledger's names of their sales.
    var pictures: [String: KeptPicture] = [:]

    public init(_ settings: RedsysSettings) {
        self.settings = settings
        random = SplitMix64(seed: settings.seed)
        faults = settings.faults
    }

    /// Nothing goes wrong with answers any more, but what amounts spoil.
    public mutating func heal() { faults = .none }

    /// - Parameter mind: decides; what it decided must be durable before the answer is given.
    public mutating func answer(
        _ request: SandboxRequest, at now: WallTime, asking mind: inout AcquirerMind
    ) -> SandboxAnswer {
        let fault = faults.next()
        if fault == .conflict { return GatewayFaults.conflict }
        let reply = reply(to: request, at: now, &mind)
        let answer = sealed(reply) { fault?.changed($0, $1) ?? $1 }
        return fault.map { $0.spoil(answer) } ?? answer
    }

    private mutating func reply(
        to request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) -> RedsysReply {
        guard let call = RedsysCall(rawValue: request.path) else { return .plain(.nothingHere) }
        guard request.method == "POST" else { return RedsysError.notPosted.reply }
        switch call {
        case .login: return .plain(login(request))
        case .query: return query(request, mind)
        case .picture: return .plain(keepPicture(request, mind))
        case .operation:
            do throws(RedsysError) {
                return .parameters(try refund(request, at: now, &mind))
            } catch {
                return error.reply
            }
        }
    }

    private func sealed(_ reply: RedsysReply, _ change: (String, JSONValue) -> JSONValue) -> SandboxAnswer {
        switch reply {
        case .plain(let answer): answer
        // Whoever was let in by a signature can be signed for.
        case .parameters(let parameters): parameters.sealed(settings.key, change) ?? .nothingHere
        case .found(let findings): findings.sealed(settings.key, change)
        }
    }

    mutating func nextGUID() -> String { GUID.next(&random) }
}

/// What a request asks, by its path. Source: gateways.md C.2, C.8.
private enum RedsysCall: String {
    case operation = "/sis/rest/trataPeticionREST"
    case query = "/apl02/services/SerClsWSConsulta"
    case login = "/getmini/v1/login"
    case picture = "/getmini/v1/firma"
}

extension SandboxAnswer {
    static let nothingHere = SandboxAnswer(status: 404, contentType: "text/plain", body: [])
}
