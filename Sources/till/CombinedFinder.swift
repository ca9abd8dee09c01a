import Payments
import Ports
import Threads

/// Several ways to find readers, searched together. The search is over when each is.
struct CombinedFinder: ReaderFinder {
    let finders: [any ReaderFinder]

    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch {
        let search = CombinedSearch(running: finders.count, deliver: deliver)
        search.keep(finders.map { $0.search(timeout: timeout) { search.take($0) } })
        return search
    }
}

private final class CombinedSearch: ReaderSearch {
    /// Held while an event is delivered: one comes at a time, and `done` comes last.
    private let running: Locked<Int>
    private let parts = Locked<[any ReaderSearch]>([])
    private let deliver: @Sendable (FinderEvent) -> Void

    init(running: Int, deliver: @escaping @Sendable (FinderEvent) -> Void) {
        self.running = Locked(running)
        self.deliver = deliver
    }

    func keep(_ searches: [any ReaderSearch]) { parts.withLock { $0 = searches } }

    func take(_ event: FinderEvent) {
        running.withLock { running in
            guard event == .done else { return deliver(event) }
            running -= 1
            if running == 0 { deliver(.done) }
        }
    }

    func stop() {
        for part in parts.withLock({ $0 }) { part.stop() }
    }
}
