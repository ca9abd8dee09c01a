public import Checkout
import Gateways
public import Localization
import Payments
import Text

/// What is said of a payment that is being looked up.
public struct InquiryWords: Hashable, Sendable {
    /// How far it is.
    public var text: String
    /// What came in between: a cloud that can't be reached, more than one transaction that fits. Nil where nothing did.
    public var trouble: String?
    /// The one thing to do now; nil where waiting is all.
    public var next: String?
}

extension Catalogue {
    public func words(for inquiry: Inquiry) -> InquiryWords {
        InquiryWords(text: stage(inquiry), trouble: trouble(inquiry), next: next(inquiry))
    }

    private func stage(_ inquiry: Inquiry) -> String {
        switch inquiry.stage {
        case .asking: text("inquiry.asking")
        case .waiting: text(inquiry.authorisedSince == nil ? "inquiry.waiting" : "inquiry.provisional")
        case .undecided(let transaction, _): text("inquiry.undecided", ["what": summary(transaction.result)])
        case .reversing: text("inquiry.reversing")
        case .reversalUnanswered: text("inquiry.reversalUnanswered")
        }
    }

    private func trouble(_ inquiry: Inquiry) -> String? {
        if let code = inquiry.reversalRefused { return text("inquiry.reversalRefused", ["code": printable(code)]) }
        if inquiry.isAmbiguous { return text("inquiry.ambiguous") }
        if inquiry.isSilent { return text("inquiry.silent") }
        guard let trouble = inquiry.trouble else { return nil }
        let detail = trouble.detail.isEmpty ? "" : " (\(trouble.detail))"
        return error(trouble.code).text + detail
    }

    private func next(_ inquiry: Inquiry) -> String? {
        if case .undecided = inquiry.stage {
            return text(inquiry.reversalRefused == nil ? "inquiry.next.decide" : "inquiry.next.keep")
        }
        if inquiry.isAmbiguous || inquiry.isSilent { return text("inquiry.next.ambiguous") }
        return inquiry.trouble.flatMap { error($0.code).next }
    }

    /// Amount, scheme, number and code, as far as they are known.
    private func summary(_ result: TransactionResult) -> String {
        let money = result.authorisedAmount.flatMap { units in
            result.currency.flatMap { Currency(named: $0) }.map { Money(minorUnits: units, currency: $0) }
        }
        let parts = [
            money.map(moneyWithCode), result.cardSchemeName, result.maskedCardNumber, result.authorisationCode,
        ]
        return parts.compactMap { $0.map { printable($0) } }.joined(separator: " · ")
    }
}
