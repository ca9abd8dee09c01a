import Checkout
import Payments
import Screen

/// The journal's payments, newest first, what is unresolved on top.
struct HistoryPage: Hashable {
    /// Those that match the query.
    private(set) var rows: [HistoryRow] = []
    /// The latest, whatever the query.
    private(set) var recent: [HistoryRow] = []
    var query = TextField(limit: 40)
    /// The query has the keyboard.
    var isSearching = false
    var selection = Selection<TransactionReference>()
    private var loaded = ""

    /// Rows for another query than the one that stands there now are too late.
    mutating func take(_ rows: [HistoryRow], for query: String) {
        let sorted = rows.filter(\.isUnresolved) + rows.filter { !$0.isUnresolved }
        if query.isEmpty { recent = sorted }
        if query == self.query.text { self.rows = sorted }
    }

    var chosen: HistoryRow? { selection.index(in: rows.map(\.reference)).map { rows[$0] } }

    /// What was asked for with a payment.
    func intent(of reference: TransactionReference) -> PaymentIntent? {
        (recent + rows).first { $0.reference == reference }?.intent
    }

    var queryHasChanged: Bool { loaded != query.text }

    mutating func takeQuery() -> String {
        loaded = query.text
        return loaded
    }
}

extension ConsoleModel {
    mutating func performOnHistory(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .search: history.isSearching = true
        case .go where history.isSearching: history.isSearching = false
        case .go:
            guard let row = history.chosen else { return [] }
            history.selection.choose(row.reference)
            way.removeAll { $0 == .history }
            way.append(.history)
            guard row.isUnresolved, row.intent != nil, runningSale?.intent.reference != row.reference else {
                return open(ReceiptPage(row))
            }
            resolve = ResolvePage(row)
            return show(.resolve)
        case .back where history.isSearching || !history.query.text.isEmpty:
            history.isSearching = false
            history.query.clear()
            return loadQuery()
        case .back: return goBack()
        default:
            history.selection.move(command, in: history.rows.map(\.reference), window: HistoryView.window(size))
        }
        return []
    }

    mutating func typeOnHistory(_ key: Key) {
        guard history.isSearching else { return }
        history.query.take(key)
    }

    mutating func loadQuery() -> [ConsoleEffect] { [.loadHistory(query: history.takeQuery())] }
}
