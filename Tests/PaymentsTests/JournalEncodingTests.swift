import Payments
import TestKit
import Testing
import Time

@Suite("Journal entries as text")
struct JournalEncodingTests {
    @Test("every kind of entry comes back as it was", arguments: JournalEncodingTests.entries)
    func roundTrip(entry: JournalEntry) throws {
        let body = try JSONValue.parse(entry.body.bytes)
        let again = try JournalEntry(
            reference: entry.reference, at: entry.at, operatorName: entry.operatorName, training: entry.training,
            kind: entry.kind, body: body)
        #expect(again == entry)
    }

    @Test("an intent's text is stable, with the currency's decimals")
    func intentText() {
        #expect(
            SamplePayments.entry(1, .intent(SamplePayments.intent(1))).body.text
                == #"{"operation":"sale","amount":1050,"currency":"EUR","currencyNumber":978,"currencyDecimals":2,"#
                + #""reader":"demo:default","readerSerialNumber":"000012345678"}"#)
    }

    @Test("an unknown kind is refused")
    func unknownKind() {
        #expect(throws: JournalEntryError.unknownKind) { try decode("future", [:]) }
    }

    @Test(
        "a body that lacks what its kind needs is refused",
        arguments: [
            ("intent", #"{"operation":"sale"}"#), ("signature", #"{"verdict":"maybe"}"#),
            ("outcome", #"{"outcome":"approved"}"#), ("outcome", #"{"outcome":"won","result":{"finStatus":"X"}}"#),
            ("orphan", "[]"), ("tip", #"{"amount":1,"outcome":"perhaps"}"#), ("tip", #"{"outcome":"unknown"}"#),
        ])
    func badBody(kind: String, body: String) {
        #expect(throws: JournalEntryError.badBody) { try decode(kind, JSONValue.parse(body)) }
    }

    private func decode(_ kind: String, _ body: JSONValue) throws -> JournalEntry {
        try JournalEntry(
            reference: SamplePayments.reference(1), at: WallTime(milliseconds: 0), operatorName: "", training: false,
            kind: kind, body: body)
    }

    private static var entries: [JournalEntry] {
        var despite = SamplePayments.intent(1, amount: 4_294_967_295, customerReference: "Tisch 4 \"é\"")
        despite.despiteUnknown = SamplePayments.reference(9)
        let changes: [JournalEntry.Change] = [
            .intent(SamplePayments.intent(1)), .intent(despite), .relayed, .signature(.accepted),
            .signature(.unanswered), .outcome(.approved, fullResult),
            .tip(250, .intended), .tip(0, .authorised), .outcome(.unknown, TransactionResult(finStatus: "UNDEFINED")),
            .orphan(.declined, fullResult),
        ]
        return changes.map { SamplePayments.entry(1, $0) }
    }

    private static var fullResult: TransactionResult {
        var result = SamplePayments.approval(1)
        result.statusMessage = ""
        result.totalAmount = 1155
        result.gratuityAmount = 105
        result.gratuityPercentage = "10"
        result.merchantReceipt = "<html>\n</html>"
        result.isRestarting = false
        result.recoveredTransaction = true
        result.balance = .init(amount: 12, currency: "EUR", sign: "-")
        result.raw = .init(
            header: "0001", result: 1,
            fields: Detail(
                name: "root",
                children: [
                    Detail(name: "A", text: "1"), Detail(name: "A", text: "2"),
                    Detail(name: "B", children: [Detail(name: "C")]),
                ]))
        return result
    }
}

@Suite("Results and details as JSON")
struct ResultJSONTests {
    @Test("a result has the names that the command line promises, and leaves out what wasn't given")
    func names() {
        #expect(
            SamplePayments.approval(1).json.members.map(\.name) == [
                "finStatus", "financialResult", "currency", "eFTTransactionID", "authorisationCode", "requestedAmount",
            ])
    }

    @Test("a detail's children are an object: leaves are text, repeated names arrays, branches objects")
    func detail() {
        let detail = Detail(
            name: "root",
            children: [
                Detail(name: "A", text: "1"), Detail(name: "B", children: [Detail(name: "C", text: "x")]),
                Detail(name: "A", text: "2"),
            ])
        #expect(detail.object.text == #"{"A":["1","2"],"B":{"C":"x"}}"#)
    }
}

@Suite("History rows")
struct HistoryFoldTests {
    @Test("no entries are no payment")
    func empty() {
        #expect(HistoryRow(journalID: 1, folding: []) == nil)
    }

    @Test("an intent alone is unresolved")
    func running() {
        let row = HistoryRow(journalID: 1, folding: [SamplePayments.entry(1, .intent(SamplePayments.intent(1)))])
        #expect(row?.isUnresolved == true)
        #expect(row?.outcome == nil)
        #expect(row?.relayed == false)
    }

    @Test("the last outcome counts, and the payment stays relayed")
    func lastOutcome() {
        let row = HistoryRow(
            journalID: 1,
            folding: [
                SamplePayments.entry(1, .intent(SamplePayments.intent(1))), SamplePayments.entry(1, .relayed),
                SamplePayments.entry(1, .outcome(.unknown, TransactionResult(finStatus: "UNDEFINED"))),
                SamplePayments.entry(1, .outcome(.approved, SamplePayments.approval(1))),
            ])
        #expect(row?.outcome == .approved)
        #expect(row?.result == SamplePayments.approval(1))
        #expect(row?.relayed == true)
        #expect(row?.isUnresolved == false)
    }

    @Test(
        "a payment is found by reference, amount, customer reference, approval code, GUID and outcome",
        arguments: ["A5A5A5A5-A5A5", "10.50", "10,5", "tisch", "a1001", "01236fc0-8192", "APPROVED"])
    func matches(query: String) throws {
        #expect(try approved().matches(query))
    }

    @Test("a payment is not found by what it isn't", arguments: ["unknown", "11.50", "A1002"])
    func matchesNot(query: String) throws {
        #expect(try !approved().matches(query))
    }

    private func approved() throws -> HistoryRow {
        try #require(
            HistoryRow(
                journalID: 1,
                folding: [
                    SamplePayments.entry(1, .intent(SamplePayments.intent(1, customerReference: "Tisch 4"))),
                    SamplePayments.entry(1, .outcome(.unknown, TransactionResult(finStatus: "UNDEFINED"))),
                    SamplePayments.entry(1, .outcome(.approved, SamplePayments.approval(1))),
                ]))
    }
}
