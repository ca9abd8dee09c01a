import Checkout
import Payments

/// One payment that nobody knows the end of.
struct ResolvePage: Hashable {
    let reference: TransactionReference
    let row: HistoryRow

    init(_ row: HistoryRow) {
        self.row = row
        reference = row.reference
    }
}

extension ConsoleModel {
    /// What the engine is finding out about the payment that is shown.
    var shownInquiry: Inquiry? { resolve.flatMap { snapshot.inquiries[$0.reference] } }

    /// The acquirer authorised it, and nobody has decided yet.
    var isUndecided: Bool {
        if case .undecided? = shownInquiry?.stage { true } else { false }
    }

    mutating func performOnResolve(_ command: ConsoleCommand) -> [ConsoleEffect] {
        guard let page = resolve else { return goBack() }
        switch command {
        case .go: return [.submit(.lookUp(page.reference, nil))]
        case .keep: question = Question(.resolve(page.reference, .keep))
        case .reverse: question = Question(.resolve(page.reference, .reverse))
        case .back: return goBack()
        default: break
        }
        return []
    }

    /// What was found out of another payment than the one that is looked at disturbs nobody.
    func isForElsewhere(_ finished: FinishedPayment) -> Bool {
        finished.isLookedUp && !(page == .resolve && resolve?.reference == finished.reference)
    }
}
