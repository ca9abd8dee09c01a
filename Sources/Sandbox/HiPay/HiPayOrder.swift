import Acquirer
import Payments
import Time

/// An order as the gateway remembers it. How much money moved stands in the ledger alone.
struct HiPayOrder: Hashable {
    /// What has been begun and is not decided.
    enum Pending: Hashable {
        case payment
        case terminal(until: WallTime)
        /// The payer has to be asked.
        case payer
        case operation(HiPayOperation)
    }

    var account: Int
    /// Twelve digits.
    var reference: String
    var orderID: String
    var money: Money
    var isAuthorization: Bool
    var product: String
    var eci: String
    var card: HiPayCard
    var texts: HiPayTexts
    var created: WallTime
    var updated: WallTime
    var authorized: WallTime?
    var status: HiPayStatus
    var reason: HiPayReason?
    var isAuthenticated = false
    var pending: Pending?
    /// How often it must still be read until that is decided.
    var readsLeft = 0
    /// The ledger's names.
    var payment: String?
    var captures: [String] = []
    var refunds: [String] = []
    var operations = 0
    /// The last one.
    var operation: HiPayOperation?

    /// Until what is undecided is decided. Source: gateways.md A.12.
    static let reads = 3
    /// *own choice*
    static let mostOperations = 100

    mutating func wait(for pending: Pending, _ status: HiPayStatus) {
        self.pending = pending
        self.status = status
        readsLeft = Self.reads
    }
}

/// A capture, a refund or a cancellation. Source: gateways.md A.8.
struct HiPayOperation: Hashable {
    enum Kind: String, Hashable {
        case capture, refund, cancel
    }

    var kind: Kind
    /// Minor units.
    var amount: Int64
    /// The merchant's own name of it; empty where there is none.
    var id: String
    var reference: String
    var at: WallTime
    var isRefused = false

    /// How an order stands in the answer that says no.
    var refused: HiPayStatus? {
        guard isRefused else { return nil }
        return kind == .capture ? .captureRefused : kind == .refund ? .refundRefused : nil
    }
}

/// Minor units, as the ledger has them.
struct HiPayAmounts: Hashable {
    var authorized: Int64 = 0
    var captured: Int64 = 0
    var refunded: Int64 = 0
    /// What can still be given back, whoever gave something back so far.
    var refundable: Int64 = 0

    init(_ order: HiPayOrder, _ mind: AcquirerMind) {
        func sum(_ ids: [String]) -> Int64 {
            ids.reduce(0) { $0 + (mind.transaction($1)?.authorisedAmount ?? 0) }
        }
        authorized = sum(order.payment.map { [$0] } ?? [])
        captured = order.isAuthorization ? sum(order.captures) : authorized
        refunded = sum(order.refunds)
        let sources = order.isAuthorization ? order.captures : order.payment.map { [$0] } ?? []
        refundable = sources.reduce(0) { $0 + (mind.transaction($1)?.left ?? 0) }
    }

    /// How an order stands of which nothing is undecided, after it was authorised.
    var status: HiPayStatus {
        if refunded > 0 { return refunded < captured ? .partiallyRefunded : .refunded }
        guard captured > 0 else { return .authorized }
        return captured < authorized ? .partiallyCaptured : .captured
    }
}
