import Checkout
import Payments
import Screen
import Time

/// How far the connection to a reader has come.
struct ConnectionPage: Hashable {
    /// The reader that was chosen here; nil where none was.
    private(set) var reader: FoundReader?
    /// While it is not known how it ends.
    private(set) var startedAt: Uptime?
    /// Another reader has to be let go first.
    var awaitsTurn = false
    private(set) var secret = Secrecy.notAsked
    /// Why it ended, if it did.
    private(set) var fault: TillFault?
    private var isRemembered = false

    /// What the reader makes of the shared secret; it asks with the first operation.
    enum Secrecy: String, Hashable {
        case notAsked, proven, refused
    }

    /// Source: heft.md 6.1. *seen*
    private static let checksSecret: UInt16 = 0x001E
    private static let secretInvalid: UInt16 = 0x001D

    init(reader: FoundReader? = nil, startedAt: Uptime? = nil) {
        self.reader = reader
        self.startedAt = startedAt
    }

    /// What to ask for now that no reader is connected.
    mutating func takeTurn() -> Intent? {
        guard awaitsTurn, let reader else { return nil }
        awaitsTurn = false
        return .connect(uri: reader.uri, address: reader.address)
    }

    /// The reader to remember, once, with what it said of itself.
    mutating func takeRemembered(_ details: ReaderDetails) -> FoundReader? {
        guard !isRemembered, var reader else { return nil }
        isRemembered = true
        reader.serialNumber = details.serialNumber
        if reader.address.isProtocolOpen {
            reader.address = ReaderAddress(place: reader.address.place, wireProtocol: details.wireProtocol)
            reader.uri = reader.address.uri
        }
        return reader
    }

    mutating func follow(_ snapshot: CheckoutSnapshot, after old: CheckoutSnapshot) {
        switch snapshot.connection {
        case .connecting:
            secret = .notAsked
            fault = nil
        case .fetching: break
        case .ready, .stuck, .selling, .serving: startedAt = nil
        case .none where !awaitsTurn && old.connection != .none:
            startedAt = nil
            fault = snapshot.fault?.number == old.fault?.number ? nil : snapshot.fault?.fault
        case .none, .lost: break
        }
        followSecret(snapshot, isNews: snapshot.finishedCount != old.finishedCount)
    }

    private mutating func followSecret(_ snapshot: CheckoutSnapshot, isNews: Bool) {
        if isNews, snapshot.finished?.result.raw?.header == "001D" { secret = .refused }
        guard secret == .notAsked, snapshot.connection.sale != nil,
            let asked = snapshot.notices.firstIndex(where: { $0.notice.code == Self.checksSecret })
        else { return }
        let since = snapshot.notices[(asked + 1)...].map(\.notice.code)
        if since.contains(where: { $0 != Self.checksSecret && $0 != Self.secretInvalid }) { secret = .proven }
    }
}

extension ConsoleModel {
    mutating func performOnConnection(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go: return snapshot.connection == .none ? show(.readers) : goHome()
        case .back:
            guard case .connecting = snapshot.connection else { return goHome() }
            return [.submit(.disconnect)] + show(.readers)
        default: return []
        }
    }
}

extension FoundReader {
    /// What to ask for at the start, where it is the one used last.
    var expected: Intent { .expect(uri: uri, address: address, serialNumber: serialNumber) }
}
