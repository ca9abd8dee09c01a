import Payments
import Ports
import Threads

/// Several ways to find readers, searched together. The search is over when each is; what stands in the way of several is
/// told once, and is over when it is for each.
struct CombinedFinder: ReaderFinder {
    let finders: [any ReaderFinder]

    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch {
        let search = CombinedSearch(running: finders.count, deliver: deliver)
        search.keep(
            finders.indices.map { index in finders[index].search(timeout: timeout) { search.take($0, from: index) } })
        return search
    }
}

private final class CombinedSearch: ReaderSearch {
    private struct State {
        var running: Int
        /// What stands in the way of which finder.
        var troubles: [Int: Set<FinderTrouble>] = [:]

        func isTroubled(by trouble: FinderTrouble) -> Bool { troubles.values.contains { $0.contains(trouble) } }
    }

    /// Held while an event is delivered: one comes at a time, and `done` comes last.
    private let state: Locked<State>
    private let parts = Locked<[any ReaderSearch]>([])
    private let deliver: @Sendable (FinderEvent) -> Void

    init(running: Int, deliver: @escaping @Sendable (FinderEvent) -> Void) {
        state = Locked(State(running: running))
        self.deliver = deliver
    }

    func keep(_ searches: [any ReaderSearch]) { parts.withLock { $0 = searches } }

    func take(_ event: FinderEvent, from finder: Int) {
        state.withLock { state in
            switch event {
            case .found, .lost: deliver(event)
            case .trouble(let trouble):
                let isNew = !state.isTroubled(by: trouble)
                state.troubles[finder, default: []].insert(trouble)
                if isNew { deliver(event) }
            case .untroubled(let trouble):
                guard state.troubles[finder]?.remove(trouble) != nil else { return }
                if !state.isTroubled(by: trouble) { deliver(event) }
            case .done:
                state.running -= 1
                if state.running == 0 { deliver(.done) }
            }
        }
    }

    func stop() {
        for part in parts.withLock({ $0 }) { part.stop() }
    }
}
