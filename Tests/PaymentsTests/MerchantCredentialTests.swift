import Payments
import TestKit
import Testing

@Suite("Merchant credentials (H5)")
struct MerchantCredentialTests {
    @Test(
        "either name of an acquirer is understood, in any case of letters",
        arguments: [
            ("AMEX:1:2", "AMEX"), ("postbridge:1:2", "PostBridge"), ("PostBridge:1:", "PostBridge"),
            ("TNS::2", "TNS"), ("interac:1:2", "TNS"), ("SANDBOX:1:2", "ViscusDummy"),
            ("ViscusDummy:1:2", "ViscusDummy"),
        ])
    func names(text: String, wire: String) {
        #expect(MerchantCredential(text)?.acquirer.wireName == wire)
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", "AMEX", "AMEX:1", "AMEX:1:2:3", "NOBODY:1:2", "AMEX::", "AMEX:123456789012345678901234:1",
            "AMEX:a b:1", "AMEX:é:1", ":1:2",
        ])
    func refused(text: String) {
        #expect(MerchantCredential(text) == nil)
    }

    @Test("23 characters are taken")
    func longest() {
        let longest = String(repeating: "9", count: 23)
        #expect(MerchantCredential("EVO:\(longest):\(longest)")?.merchantID == longest)
    }

    @Test("they stand in the intent, and come back from the journal")
    func journal() throws {
        var intent = SamplePayments.intent(1)
        intent.merchantAuth = ["INTERAC:M1:T1", "AMEX::T2"].compactMap(MerchantCredential.init)
        let entry = SamplePayments.entry(1, .intent(intent))
        #expect(entry.body.text.contains(#""merchantAuth":["INTERAC:M1:T1","AMEX::T2"]"#))
        let again = try JournalEntry(
            reference: entry.reference, at: entry.at, operatorName: "", training: entry.training, kind: entry.kind,
            body: JSONValue.parse(entry.body.bytes))
        #expect(again.change == .intent(intent))
    }

    @Test("keeping a card has no amount")
    func tokenise() {
        var intent = SamplePayments.intent(1)
        #expect(intent.amount == intent.money)
        intent.operation = .tokenise
        #expect(intent.amount == nil)
    }
}
