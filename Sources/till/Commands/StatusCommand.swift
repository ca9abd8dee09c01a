import Checkout
import Console
import Gateways
import Journals
import Localization
import Payments
import Ports
import Text
import Time
import Transports

/// `till status ID`: what the acquirer's cloud says of one payment, beside what the journal says.
struct StatusCommand {
    let place: Workplace
    let id: String

    /// - Returns: done where the two agree, a fault where they don't.
    func run() throws(Stop) -> ExitStatus {
        let row = try HistoryCommand(place: place).find(id)
        guard let original = try original(row) else { throw Stop(.usage, "original-missing") }
        let found = try CloudComparison(original, tip: row.tip, among: transactions(original))
        tell(row, found)
        return found.agrees ? .done : .fault
    }

    private func original(_ row: HistoryRow) throws(Stop) -> OriginalPayment? {
        let limit = Self.mostLinked
        var rows = try place.rows { journal throws(JournalFault) in
            try journal.history(limit: limit, query: row.reference.text)
        }
        for refund in rows where refund.intent?.operation.isRefund == true && refund.reference != row.reference {
            rows += try place.rows { journal throws(JournalFault) in
                try journal.history(limit: limit, query: refund.reference.text)
            }
        }
        return OriginalPayment(row.reference, in: rows)
    }

    /// As many as the engine looks at.
    private static let mostLinked = 200

    /// What has a reference of the merchant's own is found by its reader alone.
    private func transactions(_ payment: OriginalPayment) throws(Stop) -> [CloudTransaction] {
        if let question = payment.merchantQuestion { return try MerchantQuestions(place).transactions(question) }
        let cloud = try CloudQuestions(place)
        let found = try cloud.transactions(payment.statusQuestion)
        guard found.isEmpty, let feed = payment.feedQuestion else { return found }
        return try cloud.transactions(feed)
    }

    private func tell(_ row: HistoryRow, _ found: CloudComparison) {
        guard !place.invocation.json else {
            return Output.json(
                .object([
                    ("event", "status"), ("at", .string(place.time.wallTime().rfc3339)),
                    ("journal", HistoryJSON.object(row)), ("cloud", (found.transaction?.result).map(\.json)),
                    ("agrees", .bool(found.agrees)),
                ]))
        }
        let catalogue = place.catalogue
        let result = found.transaction?.result
        let here = row.outcome.map { catalogue.words(for: $0).word } ?? catalogue.text("outcome.running.word")
        let money = row.intent.map { catalogue.moneyWithCode($0.money) } ?? ""
        Output.line(catalogue.text("cli.said.statusHere", ["what": "\(here)  \(money)"]))
        let there = [result?.finStatus, said(result), result?.authorisationCode].compactMap { $0.map { printable($0) } }
        Output.line(
            result == nil
                ? catalogue.text("cli.said.statusNothing")
                : catalogue.text("cli.said.statusThere", ["what": there.joined(separator: "  ")]))
        Output.line(catalogue.text(found.agrees ? "cli.said.statusAgrees" : "cli.said.statusDiffers"))
    }

    private func said(_ result: TransactionResult?) -> String? {
        guard let units = result?.totalAmount ?? result?.requestedAmount,
            let currency = result?.currency.flatMap({ Currency(alpha: $0) })
        else { return nil }
        return place.catalogue.moneyWithCode(Money(minorUnits: units, currency: currency))
    }
}
