import Checkout
import Payments
import Screen
import Time

/// The readers that a search finds, in the order in which they come.
struct ReadersPage: Hashable {
    private(set) var found: [FoundReader]
    var selection = Selection<String>()
    /// When the search ends; nil while none runs.
    private(set) var searchEnds: Uptime?
    /// What isn't taken for a reader is shown, too.
    private(set) var showsAll = false
    /// Why some can't be found at present, the latest last.
    private(set) var troubles: [FinderTrouble] = []

    init(known: FoundReader?) { found = known.map { [$0] } ?? [] }

    var isSearching: Bool { searchEnds != nil }

    /// Those that are seen.
    var shown: [FoundReader] { showsAll ? found : found.filter(\.isOffered) }

    /// There are others besides those that are offered.
    var hasMore: Bool { found.contains { !$0.isOffered } }

    var chosen: FoundReader? { selection.index(in: shown.map(\.uri)).map { shown[$0] } }

    mutating func toggleAll() { showsAll.toggle() }

    mutating func beginSearch(until end: Uptime) {
        searchEnds = end
        troubles = []
    }

    mutating func begin(_ trouble: FinderTrouble) {
        end(trouble)
        troubles.append(trouble)
    }

    mutating func end(_ trouble: FinderTrouble) { troubles.removeAll { $0 == trouble } }

    mutating func endSearch() { searchEnds = nil }

    /// A reader that comes again takes its old place.
    mutating func add(_ reader: FoundReader) {
        if selection.id == nil, reader.isOffered { selection.choose(shown.first?.uri ?? reader.uri) }
        if let index = found.firstIndex(where: { $0.uri == reader.uri }) {
            found[index] = reader
        } else if found.count < Self.limit {
            found.append(reader)
        }
    }

    mutating func remove(uri: String) { found.removeAll { $0.uri == uri } }

    /// More than any shop has within reach. *own choice*
    static let limit = 200
}

extension ConsoleModel {
    mutating func performOnReaders(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go: return readers.chosen.map { connect($0) } ?? []
        case .search: return readers.isSearching ? [] : beginSearch()
        case .back: return goBack()
        case .pair: return pairChosen()
        case .unpair: return askToUnpair()
        case .showAll:
            readers.toggleAll()
            return []
        case .drop: return [.submit(.disconnect)] + (readers.isSearching ? [] : beginSearch())
        default:
            readers.selection.move(command, in: readers.shown.map(\.uri), window: ReadersView.window(size))
            return []
        }
    }

    /// Connects a reader; one that is connected is let go first.
    private mutating func connect(_ reader: FoundReader) -> [ConsoleEffect] {
        way = []
        let leaving = show(.connection)
        if snapshot.connection.uri == reader.uri { return leaving }
        connection = ConnectionPage(reader: reader, startedAt: now)
        if case .none = snapshot.connection {
            return leaving + [.submit(.connect(uri: reader.uri, address: reader.address))]
        }
        connection.awaitsTurn = true
        return leaving + [.submit(.disconnect)]
    }
}

extension CheckoutState.Connection {
    /// The reader that is connected or being connected.
    var uri: String? {
        if case .connecting(let target, _) = self { target.uri } else { reader?.uri }
    }
}
