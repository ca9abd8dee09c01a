import Datecs
import EMV
import Payments

/// A record of a pinpad's own log in one line, for support: the reader's number, when, what, how it ended, how much, the
/// card, and the acquirer's numbers. What a record lacks is left out; the customer's name is. *own choice*
enum DatecsLogLine {
    static func text(_ record: Record) -> String {
        let result = DatecsReading.logged(record).result
        let amount = result.requestedAmount.flatMap { units in
            result.currency.flatMap { Currency(named: $0) }
                .map { "\(Money(minorUnits: units, currency: $0).decimal) \($0.alpha)" } ?? "\(units)"
        }
        let parts = [
            result.transactionID.map { "#" + $0 }, result.eftTimestamp.map(spaced), result.type,
            record.state == .reversed ? "REVERSED" : result.finStatus, result.statusMessage, amount,
            result.cardSchemeName, result.maskedCardNumber, result.cardEntryType,
            result.eftTransactionID.map { "RRN \($0)" }, result.authorisationCode.map { "AUTH \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    /// `20261129140509` as `2026-11-29 14:05:09`.
    private static func spaced(_ timestamp: String) -> String {
        let digits = Array(timestamp)
        guard digits.count == 14 else { return timestamp }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8)) \(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
    }
}
