import Acquirer
import Heft
import Time

/// What becomes of an operation whose host is gone.
extension VirtualHeftReader {
    /// The link has gone. What the host could not be told is kept; what the acquirer may have charged is owed.
    mutating func linkLost(at now: Uptime) {
        guard link != nil else { return }
        link = nil
        emit(.event("link closed"))
        switch state {
        case .idle: break
        case .answering(let result): keep(result)
        case .working(let operation): abandon(operation, at: now)
        }
        state = .idle
    }

    private mutating func abandon(_ operation: Operation, at now: Uptime) {
        switch operation.progress {
        case .untouched: emit(.event("sale \(operation.sale.number) abandoned, nothing was sent"))
        case .sent, .unsigned: noteDebt(operation)
        case .answered(let answer): keep(result(of: operation.sale, Ending(answer), at: now))
        case .undone(let ending):
            owed.removeAll { $0 == operation.sale }
            keep(result(of: operation.sale, ending, at: now))
        }
    }

    private mutating func keep(_ result: KeptResult) {
        guard result.hasBody else { return }
        kept = result
        emit(.event("result kept"))
    }
}
