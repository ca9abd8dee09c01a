import Datecs
import Payments

/// Something besides payments that a Datecs reader does in a transaction of its own. Source: datecs.md 13, 14.
///
///     status ──nothing hangs──▶ log (an end of day alone) ──▶ running ──COMPLETE──▶ over
///       └──something hangs──▶ refused: what hangs is found out first
struct DatecsService: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Asked what hangs.
        case status
        /// Asked for the first record, or the next one: an end of day wipes them.
        case log
        /// The transaction runs.
        case running
    }

    let service: ReaderService
    let start: TransactionStart
    var stage = Stage.status
    var totals: [DayTotal] = []
    var records = 0

    /// - Returns: nil where a Datecs reader has no such service.
    init?(_ service: ReaderService) {
        switch service {
        case .update: start = .update
        case .testConnection: start = .testConnection
        case .endOfDay: start = .endOfDay
        case .loyaltyBalance: start = .loyaltyBalance
        case .setLogLevel, .clearLog, .fetchLog, .scan, .clock, .setClock, .keys, .menu: return nil
        }
        self.service = service
    }

    /// Only what was paid counts. Source: datecs.md 13.
    mutating func count(_ record: Record) {
        records += 1
        guard record.result == .approved, record.state != .reversed,
            case .payment(let operation) = ReaderLogRecord.Kind(record.transactionType)
        else { return }
        let scheme = record.text(.scheme) ?? ""
        let amount = record.amount.flatMap { Int64(exactly: $0) } ?? 0
        let ofTerminal = record.currency.flatMap { Currency(numeric: UInt16(clamping: $0)) }?.alpha ?? ""
        let currency = operation.isInPoints ? Currency.points.alpha : ofTerminal
        let kind = DayTotal(type: operation.datecsWord, scheme: scheme, count: 1, amount: amount, currency: currency)
        guard let index = totals.firstIndex(where: { $0.isLike(kind) }) else { return totals.append(kind) }
        totals[index].count += 1
        totals[index].amount += amount
    }

    /// - Parameter receipt: nil where the reader gave none.
    func done(_ receipt: Record?) -> ReaderServiceResult {
        switch service {
        case .endOfDay: .dayClosed(totals)
        case .testConnection: .connectionTested
        case .loyaltyBalance: .points(receipt?.number(.loyaltyPoints).flatMap { Int64(exactly: $0) })
        default: .updated(restarting: false)
        }
    }
}

extension DayTotal {
    fileprivate func isLike(_ other: DayTotal) -> Bool {
        type == other.type && scheme == other.scheme && currency == other.currency
    }
}
