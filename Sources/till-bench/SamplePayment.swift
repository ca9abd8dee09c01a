import Payments
import Time

/// Payments like those of a shop, told apart by a number.
enum SamplePayment {
    /// What a sale by card writes.
    static func rows(_ number: Int, _ money: Money) -> [JournalEntry] {
        [intent(number, money), entry(number, .relayed), outcome(number)]
    }

    static func intent(_ number: Int, _ money: Money) -> JournalEntry {
        let intent = PaymentIntent(
            reference: reference(number), operation: .sale, money: money, customerReference: nil,
            reader: "serial:///dev/ttyACM0", readerSerialNumber: "000012345678")
        return entry(number, .intent(intent))
    }

    static func outcome(_ number: Int) -> JournalEntry {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.financialResult = 1
        result.requestedAmount = 1050
        result.totalAmount = 1050
        result.currency = "EUR"
        result.eftTransactionID = "01236FC0-8192-11EE-9AF8-" + String(100_000_000_000 + number)
        result.authorisationCode = "A" + String(number)
        result.maskedCardNumber = "************1234"
        result.cardSchemeName = "VISA"
        result.cardEntryType = "ICC"
        result.verificationMethod = "PIN"
        return entry(number, .outcome(.approved, result))
    }

    private static func entry(_ number: Int, _ change: JournalEntry.Change) -> JournalEntry {
        JournalEntry(
            reference: reference(number), at: WallTime(milliseconds: 1_773_137_770_000 + Int64(number)),
            operatorName: "", training: false, change: change)
    }

    /// Spread like random ones.
    private static func reference(_ number: Int) -> TransactionReference {
        var state = UInt64(number) &+ 0x9E37_79B9_7F4A_7C15
        return TransactionReference(
            random: (0..<16).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            })
    }

}
