import Payments
import TestKit
import Testing

@Suite("refunds and reversals at the command line (H6, H8 to H10)")
struct OperationCommandTests {
    private func run(_ counter: Counter, _ reader: SimulatedReader, _ words: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"),
            words + ["--json", "--reader", reader.uri, "--secret-file", counter.path("secret")],
            environment: counter.environment)
        _ = try program.waitForExit()
        return program
    }

    private func result(_ program: RunningProgram) -> JSONValue? {
        program.objects.last { $0["event"]?.stringValue == "result" }
    }

    @Test("a sale is refunded in parts, no more than it was, and not undone afterwards")
    func refund() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let sale = try run(counter, reader, "sale", "10.50", "GBP")
        let id = try #require(result(sale)?["eFTTransactionID"]?.stringValue)
        let refund = try run(counter, reader, "refund", "4.00", "GBP", "--of", id)
        #expect(try refund.waitForExit() == 0)
        #expect(result(refund)?["type"]?.stringValue == "REFUND")
        #expect(result(refund)?["originalEFTTransactionID"]?.stringValue == id)
        let more = try run(counter, reader, "refund", "6.51", "GBP", "--of", id)
        #expect(try more.waitForExit() == 2)
        #expect(more.output.contains(#""code":"refund-too-high""#) && result(more) == nil)
        let reversal = try run(counter, reader, "reverse", id)
        #expect(reversal.output.contains(#""code":"already-refunded""#))
    }

    @Test("a sale is undone once, and a refund is undone too")
    func reverse() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let sale = try #require(result(try run(counter, reader, "sale", "10.50", "GBP"))?["journalId"]?.integerValue)
        #expect(try run(counter, reader, "reverse", String(sale)).waitForExit() == 0)
        #expect(try run(counter, reader, "reverse", String(sale)).waitForExit() == 2)
        let refund = try #require(result(try run(counter, reader, "refund", "3", "GBP"))?["journalId"]?.integerValue)
        let undone = try run(counter, reader, "reverse-refund", String(refund))
        #expect(try undone.waitForExit() == 0)
        #expect(result(undone)?["type"]?.stringValue == "VOID_REFUND")
        #expect(try run(counter, reader, "reverse", "nothing").waitForExit() == 2)
    }

    @Test("a card is kept besides a sale: the token is told and not written down")
    func tokenize() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let sale = try run(counter, reader, "sale", "10.50", "GBP", "--tokenize", "--budget-months", "3")
        let token = try #require(result(sale)?["cardToken"]?.stringValue)
        let journal = String(
            decoding: counter.bytes("data/journal.db") + counter.bytes("data/journal.db-wal"), as: UTF8.self)
        #expect(token.count > 10 && !journal.contains(token))
        #expect(journal.contains("budgetMonths"))
    }
}
