import Acquirer
import Payments

/// What the reader knows of one sale from its start.
struct SaleFacts: Hashable, Sendable {
    /// Minor units.
    var amount: UInt32
    var currency: Currency
    var customerReference: String?
    /// GUID at the acquirer, lower case.
    var id: String
    /// GUID of its reversal, should there be one: a repeated reversal is the same reversal.
    var reversalID: String
    /// The reader's running number.
    var number: Int
    var isSigned = false

    var money: Money { Money(minorUnits: Int64(amount), currency: currency) }

    func request(_ kind: AcquirerRequest.Kind) -> AcquirerRequest {
        AcquirerRequest(
            kind: kind, amount: Int64(amount), currency: currency.numeric, customerReference: customerReference,
            id: kind == .sale ? id : reversalID, originalID: kind == .sale ? nil : id)
    }
}
