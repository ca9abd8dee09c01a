import Localization
import Payments
import Receipts
import TestKit
import Testing

@Suite("receipts of our own")
struct OwnReceiptTests {
    private func payment(
        _ outcome: Outcome, _ money: Money?, _ change: (inout TransactionResult) -> Void = { _ in }
    )
        -> PaymentFacts
    {
        var result = SamplePayments.approval(1)
        result.requestedAmount = money?.minorUnits
        result.currency = money?.currency.alpha
        result.cardSchemeName = "VISA"
        result.maskedCardNumber = "************1111"
        result.cardEntryType = "ICC"
        result.verificationMethod = "PIN"
        result.eftTimestamp = "20260310101610"
        change(&result)
        return PaymentFacts(
            outcome: outcome, result: result, money: money, reference: SamplePayments.reference(1))
    }

    private func texts(
        _ payment: PaymentFacts, _ language: Language = .en, copy: ReceiptCopy = .merchant
    ) throws
        -> [String]
    {
        try ReceiptText(catalogue: .fromRepository(language), width: 32).lines(of: payment, copy: copy).map(\.text)
    }

    @Test("names outcome, amount, card and approval code")
    func fields() throws {
        let found = try texts(payment(.approved, Money(minorUnits: 1050, currency: .euro)))
        #expect(
            found.prefix(5) == [
                "Merchant copy", "--------------------------------", "Approved", "--------------------------------",
                "Amount                 EUR\u{A0}10.50",
            ])
        #expect(found.contains("Number          ************1111"))
        #expect(found.contains("Read by                     chip"))
        #expect(found.contains("Approval code              A1001"))
        #expect(found.contains("Date       10 Mar 2026, 10:16:10"))
    }

    @Test("writes yen without decimals and dinars with three")
    func exponents() throws {
        let yen = try texts(payment(.approved, Money(minorUnits: 1250, currency: .yen)))
        #expect(yen.contains("Amount                 JPY\u{A0}1,250"))
        let dinar = try texts(payment(.approved, Money(minorUnits: 1250, currency: .dinar)), .fr)
        #expect(dinar.contains("Montant                1,250\u{A0}KWD"))
    }

    @Test("says of an unknown outcome what it means and what to do")
    func unknown() throws {
        let found = try texts(payment(.unknown, Money(minorUnits: 1050, currency: .euro))).joined(separator: " ")
        #expect(found.contains("Nobody knows yet whether the customer was charged."))
        #expect(found.contains("Don't charge again. Resolve this payment first."))
    }

    @Test("has a place to sign on the merchant's copy only")
    func signature() throws {
        let signed = payment(.approved, Money(minorUnits: 1050, currency: .euro)) {
            $0.verificationMethod = "SIGNATURE"
        }
        #expect(try texts(signed).contains("Signature:"))
        #expect(try !texts(signed, copy: .customer).contains("Signature:"))
    }

    @Test("gives way to the receipt that the reader sent")
    func readersOwn() throws {
        let sent = payment(.approved, nil) { $0.customerReceipt = "<p>theirs</p>" }
        #expect(try texts(sent, copy: .customer) == ["theirs"])
        #expect(try texts(sent, copy: .merchant).first == "Merchant copy")
    }

    @Test("is marked above and below in training, whoever made it")
    func training() throws {
        let text = ReceiptText(catalogue: .english, width: 32, isTraining: true)
        for lines in [text.lines(of: "<p>x</p>"), text.lines(of: payment(.approved, nil), copy: .customer)] {
            #expect(lines.first?.text == "TRAINING – no real money")
            #expect(lines.last?.text == "TRAINING – no real money")
        }
    }

    @Test("has no amount where nobody said the currency")
    func noCurrency() throws {
        let found = try texts(payment(.approved, nil) { $0.requestedAmount = 1050 })
        #expect(!found.contains { $0.hasPrefix("Amount") })
    }
}
