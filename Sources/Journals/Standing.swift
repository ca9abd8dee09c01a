import Payments

/// What one row says about whether its payment still needs somebody to find out what became of it.
enum Standing {
    case unresolved, resolved, asBefore

    init(_ change: JournalEntry.Change) {
        switch change {
        case .intent, .outcome(.unknown, _), .orphan(.unknown, _): self = .unresolved
        case .outcome, .orphan: self = .resolved
        case .mark, .relayed, .signature, .reversing, .tip: self = .asBefore
        }
    }

    func apply(to payment: Int64, in unresolved: inout Set<Int64>) {
        switch self {
        case .unresolved: unresolved.insert(payment)
        case .resolved: unresolved.remove(payment)
        case .asBefore: break
        }
    }
}
