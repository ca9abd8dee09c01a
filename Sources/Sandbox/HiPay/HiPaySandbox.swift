public import Acquirer
import Payments
public import Time

/// HiPay's gateway and vault in front of an acquirer, as a pure machine: orders with cards that tokens stand for, and
/// what is done to them later. Nobody is dialled: `notifications` shows what would be sent. Source: gateways.md A.
public struct HiPaySandbox: Sendable {
    let settings: HiPaySettings
    var random: SplitMix64
    private var faults: GatewayFaults
    /// By token.
    var cards: [String: HiPayCard] = [:]
    /// By reference. None is ever forgotten: its order could be paid twice.
    var orders: [String: HiPayOrder] = [:]
    /// Their references.
    var references: [HiPayOrderName: String] = [:]
    var notifications: [HiPayNotification] = []
    private var cardCount = 0

    public init(_ settings: HiPaySettings) {
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
        let answer: SandboxAnswer
        do throws(HiPayError) {
            answer = try self.answer(to: request, at: now, &mind)
        } catch {
            answer = error.answer
        }
        return fault.map { $0.spoil(answer) } ?? answer
    }

    private mutating func answer(
        to request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        guard let call = try HiPayCall(request.method, request.path) else { return .nothingHere }
        guard request.header("Accept-Charset") == nil else { throw .forbidden }
        if case .challenge(let reference) = call { return try challenge(reference, request, at: now, &mind) }
        let guest = try guest(request, for: call)
        switch call {
        case .order: return try order(request, guest, at: now, &mind)
        case .transaction(let reference): return try transaction(reference, request, guest, at: now, &mind)
        case .transactionOfOrder: return try transaction(of: request, guest, at: now, &mind)
        case .maintenance(let reference): return try maintain(reference, request, guest, at: now, &mind)
        case .products: return SandboxAnswer(HiPayProduct.list(request.query))
        case .securitySettings:
            return SandboxAnswer(["hashingAlgorithm": .string(settings.accounts[guest.account].hash.rawValue)])
        case .createToken: return try createToken(request, guest, at: now)
        case .resolveToken: return try resolve(request, at: now)
        case .updateToken: return try updateToken(request, guest, at: now)
        case .token(let token): return SandboxAnswer(try card(token, of: guest).json)
        case .deleteToken(let token): return try deleteToken(token, guest)
        case .notifications: return notifications(of: guest)
        case .challenge: return .nothingHere
        }
    }

    mutating func nextGUID() -> String { GUID.next(&random) }

    mutating func nextCardNumber() -> Int {
        cardCount += 1
        return cardCount
    }
}

/// A merchant's own name of an order.
struct HiPayOrderName: Hashable {
    var account: Int
    var orderID: String
}
