import Checkout
import Payments
import TestKit
import Testing
import Time

@testable import Engine

@Suite("the canonical line of a result (H19)")
struct CanonicalLineTests {
    private func line(_ change: (inout TransactionResult) -> Void) throws -> String {
        var result = TransactionResult(finStatus: "AUTHORISED")
        change(&result)
        let event = TillEvent.result(
            reference: SamplePayments.reference(1), .approved, result, secretRefused: false)
        return try #require(EngineEvent(at: WallTime(milliseconds: 0), journalID: 7, event: event).canonicalLine)
    }

    @Test("what the result does not have, and empty text, is left out; 0 and false are written")
    func empty() throws {
        let line = try line {
            $0.statusMessage = ""
            $0.totalAmount = 0
            $0.isRestarting = false
        }
        let reference = SamplePayments.reference(1).text
        #expect(
            line == "1970-01-01T00:00:00.000Z result finStatus=AUTHORISED totalAmount=0 isRestarting=false "
                + "outcome=approved transactionReference=\(reference) journalId=7")
    }

    @Test("text that is no plain word stands in quotes, on the same line")
    func quotes() throws {
        let line = try line { $0.customerReceipt = "<b>a\nb=\"c\"</b>\u{1B}" }
        #expect(!line.contains("\n") && !line.contains("\u{1B}"))
        #expect(line.contains(#"customerReceipt="<b>a\nb=\"c\"</b>\u001b" "#))
    }

    @Test("a token never stands in it")
    func token() throws {
        #expect(try !line { $0.cardToken = "tok-1" }.contains("tok-1"))
    }

    @Test("what is no result has no line")
    func others() {
        let event = EngineEvent(at: WallTime(milliseconds: 0), journalID: nil, event: .ready)
        #expect(event.canonicalLine == nil)
    }
}
