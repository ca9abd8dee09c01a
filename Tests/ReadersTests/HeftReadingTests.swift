import Heft
import Payments
import TestKit
import Testing

@testable import Readers

/// The table of heft.md 4.4, row by row, and what must never be read as paid.
@Suite("Reading a finance answer")
struct HeftReadingTests {
    private static func outcome(
        _ status: Status, _ answer: FinanceAnswer?, relayed: Bool = true, verdict: SignatureVerdict? = nil
    ) -> Outcome {
        let context = HeftReading.Context(request: SessionDriver.request, relayed: relayed, verdict: verdict)
        return HeftReading.read(status, answer, in: context).outcome
    }

    @Test("success, approved and AUTHORISED for our amount is approved")
    func approved() {
        #expect(Self.outcome(.success, .approved) == .approved)
    }

    @Test("an approval without an echo counts if the binary amount is ours")
    func approvedWithoutEcho() {
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 1000)) == .approved)
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 999)) == .unknown)
    }

    @Test("a tip on top of our amount is approved")
    func tip() {
        let fields = ["RequestedAmount": "1000", "GratuityAmount": "150"]
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 1150, fields)) == .approved)
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 1149, fields)) == .unknown)
    }

    @Test(
        "an approval that contradicts what we asked is unknown",
        arguments: [
            ["RequestedAmount": "1001"], ["RequestedAmount": "x"], ["Currency": "978"], ["Currency": "GBP"],
            ["CustomerReference": "TABLE 8"],
        ])
    func contradiction(fields: [String: String]) {
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 1000, fields)) == .unknown)
    }

    @Test("the leading zero of an older firmware's currency is no contradiction")
    func leadingZero() {
        let fields = ["RequestedAmount": "1000", "Currency": "0826"]
        #expect(Self.outcome(.success, .with(.approved, "AUTHORISED", authorised: 1000, fields)) == .approved)
    }

    static let disagreements: [(FinancialResult, String?)] = [
        (.approved, "DECLINED"), (.declined, "AUTHORISED"), (.approved, nil), (.cancelled, "AUTHORISED"),
        (.undefined, "AUTHORISED"), (.processed, "PROCESSED"),
    ]

    @Test("byte and word that disagree are unknown", arguments: disagreements)
    func disagreement(byte: FinancialResult, word: String?) {
        #expect(Self.outcome(.success, .with(byte, word, authorised: 1000)) == .unknown)
    }

    @Test("success, declined and DECLINED is declined")
    func declined() {
        #expect(Self.outcome(.success, .with(.declined, "DECLINED")) == .declined)
    }

    @Test("part of the amount is partly approved, all or nothing of it is not")
    func partly() {
        #expect(Self.outcome(.success, .with(.approved, "PARTIAL_APPROVAL", authorised: 400)) == .partlyApproved)
        let partial = FinanceAnswer.with(.partiallyApproved, "PARTIALLY_APPROVED", authorised: 400)
        #expect(Self.outcome(.partialApproval, partial) == .partlyApproved)
        #expect(Self.outcome(.success, .with(.approved, "PARTIAL_APPROVAL", authorised: 1000)) == .unknown)
        #expect(Self.outcome(.success, .with(.approved, "PARTIAL_APPROVAL", authorised: 0)) == .unknown)
    }

    @Test("a refused signature is declined, only if we refused it")
    func refusedSignature() {
        let answer = FinanceAnswer.with(.declined, "DECLINED")
        #expect(Self.outcome(.invalidSignature, answer, verdict: .declined) == .declined)
        #expect(Self.outcome(.invalidSignature, answer, verdict: .accepted) == .unknown)
    }

    @Test("nobody decided on the signature: cancelled, unless the reader says it was paid")
    func unansweredSignature() {
        #expect(Self.outcome(.processingError, .with(.cancelled, "CANCELLED"), verdict: .unanswered) == .cancelled)
        #expect(Self.outcome(.processingError, .with(.declined, "DECLINED"), verdict: .unanswered) == .cancelled)
        #expect(Self.outcome(.success, .approved, verdict: .unanswered) == .approved)
    }

    @Test("CANCELLED counts under the statuses that cancel", arguments: [0x01, 0x11, 0x12, 0x25, 0x27] as [UInt16])
    func cancelled(status: UInt16) {
        #expect(Self.outcome(Status(rawValue: status), .with(.cancelled, "CANCELLED")) == .cancelled)
    }

    @Test("CANCELLED under another status is unknown once something was relayed")
    func cancelledElsewhere() {
        #expect(Self.outcome(.processingError, .with(.cancelled, "CANCELLED")) == .unknown)
    }

    @Test("a refused secret is failed and says so")
    func secret() {
        let context = HeftReading.Context(request: SessionDriver.request, relayed: false, verdict: nil)
        let reading = HeftReading.read(.sharedSecretInvalid, nil, in: context)
        #expect(reading.outcome == .failed && reading.secretRefused)
    }

    @Test("an error before anything was relayed is failed, after it unknown")
    func errors() {
        #expect(Self.outcome(.commandNotAllowed, nil, relayed: false) == .failed)
        #expect(Self.outcome(.commandNotAllowed, nil, relayed: true) == .unknown)
        #expect(Self.outcome(.processingError, .with(.notProcessed, "FAILED"), relayed: false) == .failed)
        #expect(Self.outcome(.success, nil, relayed: false) == .unknown)
    }

    @Test(
        "statuses that mean 'it may have gone through' are always unknown",
        arguments: [0x08, 0x09, 0x2B, 0x2C] as [UInt16])
    func alwaysUnknown(status: UInt16) {
        #expect(Self.outcome(Status(rawValue: status), .approved, relayed: false) == .unknown)
        #expect(Self.outcome(Status(rawValue: status), nil, relayed: false) == .unknown)
        #expect(
            Self.outcome(Status(rawValue: status), .with(.cancelled, "CANCELLED"), verdict: .unanswered) == .unknown)
    }

    @Test("an answer whose XML can't be read is unknown")
    func brokenXML() {
        let broken = FinanceAnswer(resultByte: 1, authorisedAmount: 1000, xml: XMLText(bytes: Array("<a><b".utf8)))
        #expect(Self.outcome(.success, broken) == .unknown)
    }

    @Test("the restart flag is masked and told")
    func restarting() {
        var answer = FinanceAnswer.approved
        answer.resultByte |= 0x80
        let context = HeftReading.Context(request: SessionDriver.request, relayed: true, verdict: nil)
        let reading = HeftReading.read(.success, answer, in: context)
        #expect(reading.outcome == .approved)
        #expect(reading.result.isRestarting == true && reading.result.financialResult == 1)
    }

    @Test("every field of the result reaches the till")
    func fields() {
        let fields = [
            "RequestedAmount": "1000", "TotalAmount": "1000", "Currency": "826", "TransactionID": "42",
            "EFTTransactionID": "6dc8d0ff-b49a-4f57-8ed7-5ef5d1cb1d1e", "EFTTimestamp": "20260310101610",
            "AuthorisationCode": "012345", "CVM": "NOT_REQUIRED", "CardEntryType": "ICC",
            "paymentScenario": "CHIPCONTACTLESS", "CardSchemeName": "MASTERCARD",
            "MaskedCardNumber": "************0045", "BalanceAmount": "12", "BalanceCurrency": "GBP", "BalanceSign": "C",
        ]
        let context = HeftReading.Context(request: SessionDriver.request, relayed: true, verdict: nil)
        let answer = FinanceAnswer.with(.approved, "AUTHORISED", authorised: 1000, fields)
        let result = HeftReading.read(.success, answer, in: context).result
        #expect(result.finStatus == "AUTHORISED" && result.currency == "GBP" && result.transactionID == "42")
        #expect(result.verificationMethod == "NO_VERIFICATION" && result.cardEntryType == "NFC")
        #expect(result.balance == .init(amount: 12, currency: "GBP", sign: "C"))
        #expect(result.raw?.header == "0001" && result.raw?.result == 1)
    }
}
