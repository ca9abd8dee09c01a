import Console
import Journals
import Localization
import Payments
import Ports
import Receipts
import Text
import Time

/// `history`, `show` and `receipt`: what the journal says.
struct HistoryCommand {
    let place: Workplace

    func list(limit: Int, query: String?) throws(Stop) {
        let rows = try place.rows { journal throws(JournalFault) in try journal.history(limit: limit, query: query) }
        for row in rows { place.invocation.json ? Output.json(HistoryJSON.object(row)) : Output.line(summary(row)) }
    }

    func show(_ id: String) throws(Stop) {
        let row = try find(id)
        guard !place.invocation.json else { return Output.json(HistoryJSON.object(row)) }
        Output.line(summary(row))
        if let tip = tip(of: row) { Output.line("  " + place.catalogue.words(for: tip.outcome, of: tip.money)) }
        let result = row.result
        for member in result?.json.members ?? [] where !Self.notListed.contains(member.name) {
            if let text = member.value.stringValue, !text.isEmpty {
                Output.line("  \(member.name): \(printable(text))")
            }
        }
    }

    /// A copy of a receipt, which says that it is one; as HTML it is what the reader sent.
    func receipt(
        _ id: String, copy: ReceiptCopy, format: Invocation.ReceiptFormat, width: Int
    ) throws(Stop) {
        let row = try find(id)
        let facts = PaymentFacts(
            outcome: row.outcome ?? .unknown, result: row.result ?? TransactionResult(finStatus: "UNDEFINED"),
            money: row.intent?.amount, reference: row.reference)
        if format == .html {
            guard let html = facts.receipt(copy) else { throw Stop(.usage, "no-receipt", ["id": id]) }
            return Output.line(printableLines(html).joined(separator: "\n"))
        }
        let receipt = ReceiptText(
            catalogue: place.catalogue, width: width, isReprint: true, isTraining: row.training)
        for line in receipt.lines(of: facts, copy: copy) { Output.line(line.text) }
    }

    private static let notListed: Set<String> = ["raw", "customerReceipt", "merchantReceipt", "chipTransactionReport"]

    /// The one payment that `id` names: a journal id, a reference, a GUID, or the beginning of one.
    func find(_ id: String) throws(Stop) -> HistoryRow {
        let rows = try place.rows { journal throws(JournalFault) in try journal.find(id) }
        guard let row = rows.first else { throw Stop(.usage, "payment-not-found", ["id": id]) }
        guard rows.count == 1 else { throw Stop(.usage, "payment-ambiguous", ["id": id]) }
        return row
    }

    /// The tip that somebody set or tried to; nil where there is none, or where it is known not to be set.
    private func tip(of row: HistoryRow) -> (money: Money, outcome: TipOutcome)? {
        guard let tip = row.tip, let currency = row.intent?.money.currency else { return nil }
        guard let standing = tip.standing else {
            let isRefused = tip.outcome == .declined || tip.outcome == .failed
            return isRefused ? nil : (Money(minorUnits: tip.amount, currency: currency), .unknown)
        }
        return (Money(minorUnits: standing, currency: currency), .authorised)
    }

    private func summary(_ row: HistoryRow) -> String {
        let catalogue = place.catalogue
        let outcome = row.outcome.map { catalogue.words(for: $0).word } ?? catalogue.text("outcome.running.word")
        let operation = row.intent.map(\.operation) ?? .sale
        let name = operation == .sale ? "" : catalogue.text("operation.\(operation.wordsKey)") + " "
        let money = name + (row.intent?.amount.map(catalogue.moneyWithCode) ?? "")
        let code = row.result?.authorisationCode.map { " \(printable($0))" } ?? ""
        let tip = tip(of: row).map { "  + \(catalogue.money($0.money))\($0.outcome == .authorised ? "" : "?")" } ?? ""
        let time = catalogue.dateTime(CivilTime(row.at, secondsFromUTC: SystemZone.secondsFromUTC(row.at)))
        let mark = row.training ? "  [\(catalogue.text("console.trainingShort"))]" : ""
        return "\(row.journalID)  \(time)  \(money)\(tip)  \(outcome)\(code)  \(row.reference.text)\(mark)"
    }
}
