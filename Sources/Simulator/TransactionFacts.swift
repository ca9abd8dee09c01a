import Acquirer
import Heft
import Payments

/// What the reader knows of one sale, refund or void from its start.
struct TransactionFacts: Hashable, Sendable {
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
    var operation = FinanceOperation.sale
    /// What is undone or refunded, as the till named it.
    var originalID: String?
    /// The card is to be kept as a token.
    var tokenises = false
    var isSigned = false

    var money: Money { Money(minorUnits: Int64(amount), currency: currency) }

    func request(_ kind: AcquirerRequest.Kind, from serialNumber: String) -> AcquirerRequest {
        AcquirerRequest(
            kind: kind, amount: Int64(amount), currency: currency.numeric, customerReference: customerReference,
            id: kind == .reversal ? reversalID : id, originalID: kind == .reversal ? id : originalID,
            serialNumber: serialNumber)
    }

    /// What the acquirer is asked.
    var kind: AcquirerRequest.Kind {
        switch operation {
        case .refund: .refund
        case .saleVoid: .voidSale
        case .refundVoid: .voidRefund
        default: .sale
        }
    }

    /// The word in the XML. Source: heft.md 4.3.
    var typeName: String {
        switch operation {
        case .refund: "REFUND"
        case .saleVoid: "VOID_SALE"
        case .refundVoid: "VOID_REFUND"
        default: tokenises ? "SALE_AND_TOKENIZE_CARD" : "SALE"
        }
    }

    /// What stands on receipts.
    var receiptType: String {
        switch operation {
        case .refund: "REFUND"
        case .saleVoid: "SALE REVERSAL"
        case .refundVoid: "REFUND REVERSAL"
        default: "SALE"
        }
    }

    /// Stands in for the card from here on; another one for each transaction.
    var token: String { CardToken.text(of: id) }

    /// No card is asked for.
    var isVoid: Bool { operation == .saleVoid || operation == .refundVoid }
}
