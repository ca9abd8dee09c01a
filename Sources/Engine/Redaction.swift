import Payments
import Text

/// What the journal keeps of a result: no token, and no digits that could be a card's number.
extension JournalEntry.Change {
    var redacted: JournalEntry.Change {
        switch self {
        case .intent, .relayed, .signature: self
        case .outcome(let outcome, let result): .outcome(outcome, result.redacted)
        case .orphan(let outcome, let result): .orphan(outcome, result.redacted)
        }
    }
}

extension TransactionResult {
    /// The result without the token and with every free text masked. Times, GUIDs and references are left alone only
    /// where they have the shape of one.
    var redacted: TransactionResult {
        var copy = self
        copy.cardToken = nil
        copy.statusMessage = statusMessage.map(Masking.mask)
        copy.errorMessage = errorMessage.map(Masking.mask)
        copy.maskedCardNumber = maskedCardNumber.map(Masking.mask)
        copy.customerReceipt = customerReceipt.map(Masking.mask)
        copy.merchantReceipt = merchantReceipt.map(Masking.mask)
        copy.chipTransactionReport = chipTransactionReport.map(Masking.mask)
        copy.transactionID = transactionID.map(Masking.mask)
        copy.authorisationCode = authorisationCode.map(Masking.mask)
        copy.eftTimestamp = eftTimestamp.map { ShapedText.isTimestamp($0) ? $0 : Masking.mask($0) }
        copy.eftTransactionID = eftTransactionID.map { ShapedText.isGUID($0) ? $0 : Masking.mask($0) }
        copy.originalEFTTransactionID = originalEFTTransactionID.map {
            ShapedText.isGUID($0) ? $0 : Masking.mask($0)
        }
        copy.raw?.fields = raw?.fields?.redacted
        return copy
    }
}

extension Detail {
    var redacted: Detail {
        let isToken = name == "CardToken"
        let keeps = ShapedText.isTimestamp(text) || ShapedText.isGUID(text) || name == "CustomerReference"
        return Detail(
            name: name, text: isToken ? "" : keeps ? text : Masking.mask(text), children: children.map(\.redacted))
    }
}

enum ShapedText {
    /// `YYYYMMDDhhmmss` of this century or the last, with a month and a day that exist.
    static func isTimestamp(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 14, digits.allSatisfy((0...9).contains) else { return false }
        func number(_ start: Int) -> Int { digits[start] * 10 + digits[start + 1] }
        return [19, 20].contains(number(0)) && (1...12).contains(number(4)) && (1...31).contains(number(6))
            && number(8) < 24 && number(10) < 60 && number(12) < 60
    }

    /// Eight, four, four, four and twelve hexadecimal digits.
    static func isGUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
    }
}
