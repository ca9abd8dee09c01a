import Heft
import Markup
import Payments

/// The XML of a finance answer, read where a field of it is wanted. Source: heft.md 4.3.
struct HeftFields: Hashable {
    enum FinancialStatus: Hashable {
        case authorised, declined, processed, failed, cancelled, partial, other
    }

    /// Nil where the XML can't be read: then no field of it is trusted.
    let root: MarkupNode?

    init(_ answer: FinanceAnswer) { self.init(answer.xml) }

    init(_ xml: XMLText) { root = try? xml.parsed() }

    /// Nil where the reader gave no word, or an empty one.
    var financialStatus: FinancialStatus? {
        switch text("FinancialStatus") {
        case nil: nil
        case "AUTHORISED": .authorised
        case "DECLINED": .declined
        case "PROCESSED": .processed
        case "FAILED": .failed
        case "CANCELLED": .cancelled
        case "PARTIAL_APPROVAL", "PARTIALLY_APPROVED": .partial
        default: .other
        }
    }

    var requestedAmount: Int64? { amount("RequestedAmount") }

    var isRecovered: Bool { text("RecoveredTransaction") == "true" }

    /// Real firmware sends the number without leading zeros, the SDK's simulator with them. *seen*
    var currencyNumber: UInt16? { text("Currency").flatMap { UInt16($0) } }

    /// The element's text; nil where it is absent or empty.
    func text(_ name: String) -> String? {
        guard let text = root?[name], !text.isEmpty else { return nil }
        return text
    }

    /// Minor units; nil where absent or not a number.
    func amount(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }

    /// Whether what the answer repeats of the request is what was asked. What it does not repeat is no contradiction;
    /// what it repeats unreadably is one.
    func echoes(_ request: ReaderRequest) -> Bool {
        let amountOK = text("RequestedAmount") == nil || requestedAmount == request.money.minorUnits
        let currencyOK = text("Currency") == nil || currencyNumber == request.money.currency.numeric
        let reference = text("CustomerReference")
        return amountOK && currencyOK && (reference == nil || reference == request.customerReference)
    }
}
