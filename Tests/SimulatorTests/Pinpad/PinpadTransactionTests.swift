import Acquirer
import Datecs
import EMV
import Simulator
import Testing

@Suite("A virtual pinpad's transactions, and what the acquirer books of them")
struct PinpadTransactionTests {
    @Test(
        "those that need no other",
        arguments: [
            (.purchase(1050, tip: 50), "SALE AUTHORISED 1050"),
            (.purchase(1050, cashback: 200), "SALE AUTHORISED 1250"),
            (TransactionStart(.cashAdvance, amount: 700), "CASH_ADVANCE AUTHORISED 700"),
            (TransactionStart(.authorization, amount: 900), "AUTHORIZATION AUTHORISED 900"),
            (TransactionStart(.loyaltySpend, amount: 40), "LOYALTY_SPEND AUTHORISED 40"),
            (TransactionStart(.refund, amount: 300), "REFUND AUTHORISED 300"),
        ] as [(TransactionStart, String)])
    func alone(start: TransactionStart, line: String) {
        var host = PinpadHost()
        #expect(host.transact(start).verdict == .approved)
        #expect(host.desk.ledger.moves == [line])
    }

    @Test(
        "those that follow another, once",
        arguments: [
            (.purchase, .voidPurchase, "VOID_SALE"), (.cashAdvance, .voidCashAdvance, "VOID_ADVANCE"),
            (.authorization, .voidAuthorization, "RELEASE"), (.authorization, .capture, "CAPTURE"),
            (.loyaltySpend, .voidLoyaltySpend, "VOID_LOYALTY"), (.purchase, .refund, "REFUND"),
        ] as [(TransactionType, TransactionType, String)])
    func following(first: TransactionType, second: TransactionType, name: String) throws {
        var host = PinpadHost()
        let original = host.transact(TransactionStart(first, amount: 1050))
        let next = try #require(original.following(second))
        #expect(host.transact(next).verdict == .approved && host.transact(next).verdict == .declined)
        let entry = host.desk.ledger[1]
        #expect(entry.kind.rawValue == name && entry.originalID == host.desk.ledger[0].id && entry.amount == 1050)
        #expect(host.desk.ledger.map(\.finStatus) == [.authorised, .authorised, .declined])
    }

    @Test("a captured authorization can't be released, and its capture can be voided")
    func captured() throws {
        var host = PinpadHost()
        let blocked = host.transact(TransactionStart(.authorization, amount: 1050))
        let taken = host.transact(try #require(blocked.following(.capture)))
        #expect(host.transact(try #require(blocked.following(.voidAuthorization))).verdict == .declined)
        #expect(host.transact(try #require(taken.following(.voidPurchase))).verdict == .approved)
    }

    @Test("a void of another amount, or of another kind, moves nothing")
    func wrongVoids() throws {
        var host = PinpadHost()
        let sale = host.transact(.purchase(1050))
        #expect(host.transact(try #require(sale.following(.voidPurchase, amount: 1049))).verdict == .declined)
        #expect(host.transact(try #require(sale.following(.voidCashAdvance))).verdict == .declined)
        #expect(host.desk.ledger.count { $0.finStatus == .authorised } == 1)
    }

    @Test("a void asks for no card where the log has the sale, and for one where it hasn't")
    func cards() throws {
        var host = PinpadHost()
        let sale = host.transact(.purchase(1050))
        host.transact(.endOfDay)
        host.forget()
        host.transact(try #require(sale.following(.voidPurchase)))
        #expect(host.seen.contains("DISPLAY 0015") && host.outcome?.verdict == .approved)
        let second = host.transact(.purchase(1050))
        host.forget()
        host.transact(try #require(second.following(.voidPurchase)))
        #expect(!host.seen.contains("DISPLAY 0015") && host.outcome?.verdict == .approved)
    }

    @Test("a loyalty balance tells points and books nothing")
    func balance() {
        var host = PinpadHost()
        host.ask(.start(.loyaltyBalance))
        host.ask(.receiptTags([.loyaltyPoints]))
        #expect(host.content == .record(Record([TLV(.loyaltyPoints, number: 12_000)])) && host.desk.ledger.isEmpty)
    }

    @Test("the ledger has the terminal's own numbers, and the host's reference")
    func trace() throws {
        var host = PinpadHost { $0.firstSTAN = 123 }
        let sale = host.transact(try #require(.purchase(1050, reference: "Table 7 & 8")))
        let entry = try #require(host.desk.ledger.first)
        #expect(entry.terminal?.terminalID == "99900001" && entry.terminal?.stan == 123 && sale.stan == 123)
        #expect(entry.terminal?.rrn == sale.rrn && entry.authorisationCode == sale.authorization)
        #expect(entry.customerReference == "Table 7 & 8" && entry.serialNumber == "0123456789")
        #expect(entry.id == TerminalRequest.transactionID("99900001", 123) && entry.currency == "EUR")
    }

    @Test("STANs start again behind the largest")
    func largestSTAN() {
        var host = PinpadHost { $0.firstSTAN = 999_999 }
        #expect(host.transact(.purchase(1050)).stan == 999_999)
        #expect(host.transact(.purchase(1050)).stan == 1)
    }
}
