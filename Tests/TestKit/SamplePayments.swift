public import Payments
import Time

/// Payments for tests, told apart by a number.
public enum SamplePayments {
    /// A valid version 4 UUID that ends with the number.
    public static func reference(_ number: Int) -> TransactionReference {
        let tail = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return TransactionReference(random: Array(repeating: 0xA5, count: 8) + tail)
    }

    public static func intent(
        _ number: Int, amount: Int64 = 1050, customerReference: String? = nil
    ) -> PaymentIntent {
        PaymentIntent(
            reference: reference(number), operation: .sale,
            money: Money(minorUnits: amount, currency: euro),
            customerReference: customerReference, reader: "demo:default", readerSerialNumber: "000012345678")
    }

    public static func entry(_ number: Int, _ change: JournalEntry.Change, at milliseconds: Int64 = 0) -> JournalEntry {
        JournalEntry(
            reference: reference(number), at: WallTime(milliseconds: 1_773_137_770_000 + milliseconds),
            operatorName: "", training: false, change: change)
    }

    /// An approved result with the GUID and the approval code that belong to the number.
    public static func approval(_ number: Int) -> TransactionResult {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.financialResult = 1
        result.requestedAmount = 1050
        result.currency = "EUR"
        result.eftTransactionID = guid(number)
        result.authorisationCode = "A" + String(1000 + number)
        return result
    }

    public static func guid(_ number: Int) -> String {
        "01236FC0-8192-11EE-9AF8-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    // Tests may unwrap by force: a table of currencies without the euro is a failure of its own.
    // swift-format-ignore: NeverForceUnwrap
    private static let euro = Currency(alpha: "EUR")!
}
