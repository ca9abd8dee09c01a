import Localization
import Payments
import Receipts
import Screen
import Time

/// A payment that has ended, or that nobody knows the end of.
struct ReceiptPage: Hashable {
    let facts: PaymentFacts
    /// The reader had kept it.
    let recovered: Bool
    /// When it began; nil for one that has just ended.
    let at: WallTime?
    var copy = ReceiptCopy.customer
    var scroll = Scroll()
    /// It has reached the terminal: an Enter that is held down must not put an outcome away that nobody saw.
    var isPainted = false
    private(set) var lines: [ReceiptCopy: [ReceiptLine]] = [:]

    init(_ facts: PaymentFacts, recovered: Bool, at: WallTime? = nil) {
        self.facts = facts
        self.recovered = recovered
        self.at = at
    }

    /// A payment out of the history: its receipt is a reprint.
    init(_ row: HistoryRow) {
        let facts = PaymentFacts(
            outcome: row.outcome ?? .unknown, result: row.result ?? TransactionResult(finStatus: "UNDEFINED"),
            money: row.intent?.money, reference: row.reference)
        self.init(facts, recovered: row.result?.recoveredTransaction ?? false, at: row.at)
    }

    mutating func layOut(_ catalogue: Catalogue, training: Bool, wide: Bool) {
        let text = ReceiptText(
            catalogue: catalogue, width: wide ? 48 : 42, isReprint: at != nil, isTraining: training)
        for copy in ReceiptCopy.allCases { lines[copy] = text.lines(of: facts, copy: copy) }
    }

    /// Shows the other copy.
    mutating func turn() {
        copy = copy == .merchant ? .customer : .merchant
        scroll = Scroll()
    }

    /// The longer of the copies that are seen.
    func height(wide: Bool) -> Int {
        wide ? lines.values.map(\.count).max() ?? 0 : lines[copy]?.count ?? 0
    }
}

extension ConsoleModel {
    mutating func performOnReceipt(_ command: ConsoleCommand) -> [ConsoleEffect] {
        guard var page = receipt else { return goHome() }
        switch command {
        case .go: return page.isPainted && isQuiet ? goHome() : []
        case .back: return goBack()
        case .next, .previous: page.turn()
        default: page.scroll.move(command, lines: page.height(wide: isWide), window: ReceiptView.window(size))
        }
        receipt = page
        return []
    }
}
