public import Acquirer
import Payments
public import Time

/// Commerce Web Services with a gateway of Opayo's in front of an acquirer, as a pure machine. The transport is the
/// real one, the target is our own: nothing of Opayo's is public. Source: gateways.md D.3 to D.5.
public struct OpayoSandbox: Sendable {
    let settings: OpayoSettings
    var random: SplitMix64
    private var faults: GatewayFaults
    /// In the order of the settings' accounts; nil until one is given.
    var hashes: [PasswordHash?]
    /// The accounts whose hash has been used: their password counts no more.
    var exchanged: Set<Int> = []
    /// By `paymentGatewayId`.
    var sessions: [String: OpayoSession] = [:]
    /// By `chanId`.
    var payments: [String: OpayoPayment] = [:]
    var updates: [String: OpayoUpdate] = [:]
    /// By the readers' serial numbers.
    var updated: [String: WallTime] = [:]
    private var count = 0

    public init(_ settings: OpayoSettings) {
        self.settings = settings
        random = SplitMix64(seed: settings.seed)
        faults = settings.faults
        hashes = settings.accounts.map { _ in nil }
    }

    /// Nothing goes wrong with answers any more, but what amounts spoil.
    public mutating func heal() { faults = .none }

    /// - Parameter mind: decides; what it decided must be durable before the answer is given.
    public mutating func answer(
        _ request: SandboxRequest, at now: WallTime, asking mind: inout AcquirerMind
    ) -> SandboxAnswer {
        let fault = faults.next()
        if fault == .conflict { return GatewayFaults.conflict }
        let answer = answer(to: request, at: now, &mind)
        return fault.map { $0.spoil(answer) } ?? answer
    }

    private mutating func answer(
        to request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) -> SandboxAnswer {
        guard request.method == "POST", request.path == "/rest/command" else { return .nothingHere }
        guard let json = try? JSONValue.parse(request.body), case .object = json else {
            return OpayoCommand.Malformed.format.answer(to: "")
        }
        let requestID = JSONValue.string(json["requestId"]?.stringValue ?? "")
        do throws(OpayoCommand.Malformed) {
            return try reply(to: try OpayoCommand(json), at: now, &mind).answer(to: requestID)
        } catch {
            return error.answer(to: requestID)
        }
    }

    private mutating func reply(
        to command: OpayoCommand, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let parameters = command.parameters
        guard command.method != .open else { return try open(parameters) }
        let session = try parameters.text("paymentGatewayId")
        guard sessions[session] != nil else { return OpayoReply(OpayoErrors(.invalidCredentials)) }
        switch command.method {
        case .open: return try open(parameters)
        case .requiredUpdate: return try requiredUpdate(parameters, at: now)
        case .update: return try beginUpdate(parameters, in: session, at: now)
        case .updateStatus: return try updateStatus(parameters, in: session, at: now)
        case .linkedRefund: return try refund(parameters, in: session, at: now, &mind)
        case .start: return try startReferred(parameters, in: session, at: now, mind)
        case .status: return try paymentStatus(parameters, in: session, at: now)
        case .goOn: return try goOn(parameters, in: session, at: now, &mind)
        case .cancel: return try cancel(parameters, in: session, at: now)
        case .search: return try search(parameters, mind)
        }
    }

    mutating func nextGUID() -> String { GUID.next(&random) }

    mutating func nextChannel() -> String {
        count += 1
        return "c-\(count)"
    }
}
