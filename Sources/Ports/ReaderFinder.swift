public import Payments

/// Searches for readers.
public protocol ReaderFinder: Sendable {
    /// Starts a search; `deliver` is called from any thread, one call at a time, and `.done` is the last.
    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch
}

public protocol ReaderSearch: AnyObject, Sendable {
    /// Ends the search early; `.done` follows.
    func stop()
}

public enum FinderEvent: Hashable, Sendable {
    /// A reader, or what has changed about it.
    case found(FoundReader)
    case lost(uri: String)
    /// Some readers can't be found at present. The search goes on, because that may change.
    case trouble(FinderTrouble)
    /// This stood in the way, and doesn't any more.
    case untroubled(FinderTrouble)
    case done
}
