import Localization
import Payments
import Time

extension ReceiptText {
    /// The lines of a payment's receipt: the reader's own where it sent one, else one made of the result's fields.
    public func lines(of payment: PaymentFacts, copy: ReceiptCopy) -> [ReceiptLine] {
        guard let receipt = payment.receipt(copy) else { return lines(own(payment, copy)) }
        return lines(of: receipt)
    }

    private func own(_ payment: PaymentFacts, _ copy: ReceiptCopy) -> [ReceiptBlock] {
        let words = catalogue.words(for: payment.outcome)
        var blocks: [ReceiptBlock] = [.text(catalogue.text("receipt.\(copy.rawValue)Copy"), .heading)]
        if isReprint { blocks.append(.text(catalogue.text("receipt.copyMark"), .heading)) }
        blocks += [.rule, .text(words.word, .heading)]
        if payment.outcome == .unknown { blocks += [.text(words.sentence, .plain), .text(words.next, .plain)] }
        blocks.append(.rule)
        blocks += amounts(payment) + [.blank] + card(payment.result) + [.blank] + names(payment)
        return blocks + signature(payment, copy)
    }

    private func amounts(_ payment: PaymentFacts) -> [ReceiptBlock] {
        let result = payment.result
        var rows: [(String, Money?)] = [("amount", payment.requested)]
        if payment.outcome == .partlyApproved { rows.append(("approved", payment.amount(result.authorisedAmount))) }
        rows.append(("tip", payment.amount(result.gratuityAmount).flatMap(nonZero)))
        rows.append(("due", payment.amount(result.dueAmount).flatMap(nonZero)))
        let total = payment.amount(result.totalAmount)
        if total != payment.requested { rows.append(("total", total)) }
        return rows.compactMap { name, money in row(name, money.map(catalogue.moneyWithCode), isBold: true) }
    }

    private func nonZero(_ money: Money) -> Money? { money.minorUnits == 0 ? nil : money }

    private func card(_ result: TransactionResult) -> [ReceiptBlock] {
        [
            row("card", result.cardSchemeName),
            row("cardNumber", result.maskedCardNumber),
            row("entry", result.cardEntryType.flatMap { word("entryType", $0) }),
            row("verification", result.verificationMethod.flatMap { word("method", $0) }),
            row("approvalCode", result.authorisationCode),
        ].compactMap(\.self)
    }

    private func names(_ payment: PaymentFacts) -> [ReceiptBlock] {
        let result = payment.result
        return [
            row("date", result.eftTimestamp.map(dateTime)),
            row("reference", result.customerReference),
            row("number", result.transactionID),
            row("transaction", result.eftTransactionID ?? payment.reference.text),
        ].compactMap(\.self)
    }

    private func signature(_ payment: PaymentFacts, _ copy: ReceiptCopy) -> [ReceiptBlock] {
        let isSigned = payment.result.verificationMethod?.contains("SIGNATURE") ?? false
        guard isSigned, copy == .merchant else { return [] }
        return [.blank, .text(catalogue.text("receipt.signature"), .plain), .blank, .rule]
    }

    private func row(_ name: String, _ value: String?, isBold: Bool = false) -> ReceiptBlock? {
        guard let value, !value.isEmpty else { return nil }
        return .row(label: catalogue.text("receipt.\(name)"), value: value, ReceiptStyle(isBold: isBold))
    }

    /// The protocol's word in people's language; itself where it is a new one, nothing where it says nothing.
    private func word(_ kind: String, _ code: String) -> String? {
        code == "UNDEFINED" ? nil : catalogue.text(ifPresent: "receipt.\(kind).\(code)") ?? code
    }

    /// `YYYYMMDDhhmmss` as people write it; anything else as it came.
    private func dateTime(_ text: String) -> String {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 14, digits.allSatisfy((0...9).contains) else { return text }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        guard (1...12).contains(number(4..<6)) else { return text }
        return catalogue.dateTime(
            CivilTime(
                year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
                minute: number(10..<12), second: number(12..<14)))
    }
}
