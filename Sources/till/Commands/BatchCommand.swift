import Checkout
import Gateways
import Journals
import Localization
import Payments
import Ports
import Terminal
import Text
import Time
import Transports

struct BatchOptions {
    var number: Int?
    /// Nil for the reader of the latest payment.
    var serialNumber: String?
    var deviceType: String

    /// *own choice*
    static let usualType = "HILITE"
}

/// `till batch close|summary|detail`: what one reader did from one closing to the next, at the acquirer's cloud.
struct BatchCommand {
    let place: Workplace
    let signals: SignalInbox
    let action: String
    let options: BatchOptions

    func run() throws(Stop) -> ExitStatus {
        guard ["close", "summary", "detail"].contains(action) else { throw Stop(.usage, "batch-action") }
        guard action == "close" || options.number != nil else { throw Stop(.usage, "batch-number") }
        let batch = BatchName(
            serialNumber: try serialNumber(), deviceType: options.deviceType, number: options.number)
        let cloud = try CloudQuestions(place)
        switch action {
        case "close":
            let gate = try Gate(place: place, signals: signals, training: place.isTraining)
            try gate.permit(.use(.endOfDay, what: "batch close"), signals: signals)
            tell(try report(cloud.answer(.closeBatch(batch)), ifSilent: .unknown))
        case "summary": tell(try report(cloud.answer(.batchSummary(batch)), ifSilent: .noReader))
        default: tell(try whole(batch, cloud))
        }
        return .done
    }

    private func serialNumber() throws(Stop) -> String {
        if let named = options.serialNumber { return named }
        let rows = try place.rows { journal throws(JournalFault) in try journal.history(limit: 100, query: nil) }
        let known = rows.lazy.compactMap { $0.intent?.readerSerialNumber }.first { !$0.isEmpty }
        guard let known else { throw Stop(.usage, "batch-no-reader") }
        return known
    }

    /// Page after page, as long as there is one that goes on.
    private func whole(_ batch: BatchName, _ cloud: CloudQuestions) throws(Stop) -> BatchReport {
        var whole = try report(cloud.answer(.batchDetail(batch, after: nil)), ifSilent: .noReader)
        var page = whole.transactions
        var seen: Set<String> = []
        while page.count >= Self.pageLength, let cursor = page.last?.retrievalReference, seen.insert(cursor).inserted {
            page = try report(cloud.answer(.batchDetail(batch, after: cursor)), ifSilent: .noReader).transactions
            whole.transactions += page
        }
        return whole
    }

    /// Source: gateways.md B.4.
    private static let pageLength = 5

    /// - Parameter status: how it ends where the cloud says nothing that can be relied on.
    private func report(_ answer: BackOfficeAnswer, ifSilent status: ExitStatus) throws(Stop) -> BatchReport {
        switch answer {
        case .batch(let report): return report
        case .refused(let code): throw Stop(.failed, "batch-refused", ["detail": code])
        case .trouble(let trouble): throw Stop(status, trouble.code, ["detail": trouble.detail])
        case .token: throw Stop(status, CloudTrouble.unreadable.code)
        }
    }

    private func tell(_ report: BatchReport) {
        guard !place.invocation.json else { return Output.json(report.json(at: place.time.wallTime())) }
        let parts = [report.netAmount, report.status, report.closedAt].compactMap { $0.map { printable($0) } }
        Output.line(
            place.catalogue.text(
                "cli.said.batch",
                [
                    "number": printable(report.number), "transactions": printable(report.transactionCount ?? "?"),
                    "what": parts.joined(separator: "  "),
                ]))
        for transaction in report.transactions {
            Output.line("  \(printable(transaction.type))  \(printable(transaction.amount))")
        }
    }
}

extension BatchReport {
    /// Amounts are texts in major units: the cloud names no currency.
    fileprivate func json(at now: WallTime) -> JSONValue {
        func masked(_ text: String?) -> JSONValue? { text.map { .string(Masking.mask($0)) } }
        return .object([
            ("event", "batch"), ("at", .string(now.rfc3339)), ("batchNumber", masked(number)),
            ("transactionCount", masked(transactionCount)), ("netAmount", masked(netAmount)),
            ("closedAt", masked(closedAt)), ("batchStatus", masked(status)),
            (
                "details",
                transactions.isEmpty
                    ? nil
                    : .array(
                        transactions.map {
                            .object([
                                ("transactionType", masked($0.type)), ("amount", masked($0.amount)),
                                ("retrievalReferenceNumber", masked($0.retrievalReference)), ("id", masked($0.id)),
                            ])
                        })
            ),
        ])
    }
}
