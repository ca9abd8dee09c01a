import Acquirer
import Datecs

/// The reader's log of transactions: kept until the end of the day. Source: datecs.md 5, 13.
struct PinpadLog: Hashable, Sendable {
    /// Then the day has to be closed. *own choice*
    static let limit = 2000

    private(set) var records: [LogRecord] = []
    /// What NEXT and PREVIOUS go from.
    private var place: Int?

    var isFull: Bool { records.count >= Self.limit }

    mutating func append(_ record: LogRecord) { records.append(record) }

    mutating func wipe() { self = PinpadLog() }

    func record(stan: Int) -> LogRecord? { records.last { $0.facts.stan == stan } }

    /// The approved payment with these numbers, that a void may take from the log instead of a card.
    func holds(rrn: String?, approval: String?) -> Bool {
        records.contains {
            $0.counts && rrn != nil && $0.outcome.answer?.rrn == rrn && $0.outcome.answer?.approval == approval
        }
    }

    mutating func mark(stan: Int, _ state: RecordState) {
        guard let index = records.lastIndex(where: { $0.facts.stan == stan }) else { return }
        records[index].state = state
    }

    /// Moves to a record. - Returns: nil past the ends, where the place stays, and for no cursor of one record.
    mutating func record(at cursor: ReportCursor) -> LogRecord? {
        let wanted: Int? =
            switch cursor {
            case .first: 0
            case .last: records.count - 1
            case .next: place.map { $0 + 1 }
            case .previous: place.map { $0 - 1 }
            default: nil
            }
        guard let wanted, records.indices.contains(wanted) else { return nil }
        place = wanted
        return records[wanted]
    }

    /// What the end of the day tells the acquirer, by kind.
    var totals: [TerminalTotal] {
        TerminalRequest.Kind.allCases.compactMap { kind in
            let counted = records.filter { $0.counts && $0.facts.kind == kind }
            let amount = counted.reduce(0) { $0 + $1.facts.amount + Int64(clamping: $1.facts.parameters.cashback ?? 0) }
            return counted.isEmpty ? nil : TerminalTotal(kind, count: counted.count, amount: amount)
        }
    }
}
