import Payments
import TestKit
import Testing

@Suite("A tip in the journal")
struct TipTests {
    private func tip(_ changes: JournalEntry.Change...) -> Tip? {
        let entries = ([.intent(SamplePayments.intent(1))] + changes).map { SamplePayments.entry(1, $0) }
        return HistoryRow(journalID: 1, folding: entries)?.tip
    }

    @Test("the last one counts")
    func last() {
        #expect(tip() == nil)
        #expect(tip(.tip(200, .intended), .tip(200, .authorised))?.standing == 200)
        let both = tip(.tip(200, .intended), .tip(200, .authorised), .tip(0, .intended), .tip(0, .authorised))
        #expect(both?.standing == 0)
    }

    @Test("a declined one leaves what stood before")
    func declined() {
        let tip = tip(.tip(200, .intended), .tip(200, .authorised), .tip(900, .intended), .tip(900, .declined))
        #expect(tip?.amount == 900 && tip?.standing == 200)
    }

    @Test("while nobody knows, none is known to stand", arguments: [TipOutcome.intended, .unknown])
    func unknown(outcome: TipOutcome) {
        let tip = tip(.tip(200, .intended), .tip(200, .authorised), .tip(900, .intended), .tip(900, outcome))
        #expect(tip?.standing == nil && tip?.outcome == outcome)
    }
}
