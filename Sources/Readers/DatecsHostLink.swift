import Datecs
import Payments
import Time

/// The connection to the acquirer that a Datecs reader borrows: a pipe for bytes in both directions at once. The reader
/// asks (open, send, close) and is told whether it was done; what the acquirer says is handed over as it comes.
///
///     closed ──open──▶ opening ──opened──▶ open ──close──▶ closed
///                         └──failed, no second address──▶ closed
///
/// Source: datecs.md 7, 8.2.
struct DatecsHostLink: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// No connection. The reader moves.
        case closed
        /// Being opened; the transport moves. `second`: the address to try if this one fails.
        case opening(SocketOpen, second: SocketOpen?)
        /// There is one. Anybody may move.
        case open
    }

    enum Step: Hashable {
        case perform(HostEffect)
        case confirm(EventConfirmation)
        case askToRelay(byteCount: Int)
    }

    private(set) var state = State.closed
    /// Bytes have gone to the acquirer since the transaction began, or may have.
    private(set) var hasRelayed = false
    /// The reader has asked for a connection since the transaction began.
    private(set) var wasAsked = false
    /// The first bytes of a transaction wait for the till's leave.
    private var asking: [UInt8]?
    /// Sent, and not known to have left: so many confirmations are owed.
    private var leaving = 0
    /// The acquirer has hung up. There is no message for that: the next bytes are refused. *own choice*
    private var hasEnded = false
    /// From the acquirer, for the reader.
    private var arrived: [UInt8] = []
    /// What of it the reader has.
    private var taken = 0

    mutating func newTransaction() {
        hasRelayed = false
        wasAsked = false
    }

    /// The next bytes for the reader; empty where there are none.
    mutating func chunk(_ size: Int) -> [UInt8] {
        guard taken < arrived.count else { return [] }
        let chunk = Array(arrived[taken..<min(taken + max(1, size), arrived.count)])
        taken += chunk.count
        if taken == arrived.count {
            arrived = []
            taken = 0
        }
        return chunk
    }

    /// The transaction is over, or the reader doesn't take what comes.
    mutating func reset() -> [Step] {
        let steps = hangUp()
        asking = nil
        leaving = 0
        return steps
    }
}

// MARK: What the reader asks for

extension DatecsHostLink {
    /// One at a time: what comes for the reader names no connection. *inferred*
    mutating func open(_ request: SocketOpen) -> [Step] {
        wasAsked = true
        guard case .closed = state, let wrapping = request.kind.wrapping else {
            return [.confirm(EventConfirmation(.open, isDone: false))]
        }
        var second = request
        if let other = request.second { (second.address, second.port) = other }
        state = .opening(request, second: request.second == nil ? nil : second)
        hasEnded = false
        return [Self.dial(request, wrapping)]
    }

    mutating func send(_ bytes: [UInt8]) -> [Step] {
        guard case .open = state, !hasEnded else { return [.confirm(EventConfirmation(.send, isDone: false))] }
        guard hasRelayed else {
            asking = (asking ?? []) + bytes
            leaving += 1
            return leaving == 1 ? [.askToRelay(byteCount: bytes.count)] : []
        }
        leaving += 1
        return [.perform(.send(bytes))]
    }

    mutating func close() -> [Step] { hangUp() + [.confirm(EventConfirmation(.close, isDone: true))] }

    private static func dial(_ request: SocketOpen, _ wrapping: HostWrapping) -> Step {
        let seconds = min(max(request.timeoutSeconds, 1), DatecsLimits.dialling)
        return .perform(
            .open(
                host: request.address.description, port: request.port, timeoutSeconds: seconds, wrapping: wrapping))
    }

    private mutating func hangUp() -> [Step] {
        guard state != .closed else { return [] }
        state = .closed
        arrived = []
        taken = 0
        return hasEnded ? [] : [.perform(.close)]
    }
}

// MARK: What the till decides

extension DatecsHostLink {
    mutating func permit() -> [Step] {
        guard let bytes = asking else { return [] }
        asking = nil
        hasRelayed = true
        guard case .open = state, !hasEnded else { return fail() }
        return [.perform(.send(bytes))]
    }

    mutating func refuse() -> [Step] {
        guard asking != nil else { return [] }
        asking = nil
        return fail()
    }

    /// Nothing that was to leave has.
    private mutating func fail() -> [Step] {
        defer { leaving = 0 }
        return (0..<leaving).map { _ in .confirm(EventConfirmation(.send, isDone: false)) }
    }
}

// MARK: What happens outside

extension DatecsHostLink {
    mutating func handle(_ input: HostInput) -> [Step] {
        switch input {
        case .opened: opened()
        case .received(let bytes): take(bytes)
        case .drained: drained()
        case .closed: ended()
        case .failed: failed()
        }
    }

    private mutating func opened() -> [Step] {
        guard case .opening = state else { return [] }
        state = .open
        return [.confirm(EventConfirmation(.open, isDone: true, mtu: DatecsLimits.mtu))]
    }

    private mutating func failed() -> [Step] {
        guard case .opening(_, let second) = state else { return ended() }
        guard let second, let wrapping = second.kind.wrapping else {
            state = .closed
            return [.confirm(EventConfirmation(.open, isDone: false))]
        }
        state = .opening(second, second: nil)
        return [Self.dial(second, wrapping)]
    }

    private mutating func take(_ bytes: [UInt8]) -> [Step] {
        guard case .open = state, !hasEnded else { return [] }
        guard arrived.count - taken + bytes.count <= DatecsLimits.ahead else {
            return [.perform(.close)] + ended()
        }
        arrived += bytes
        return []
    }

    private mutating func drained() -> [Step] {
        guard asking == nil else { return [] }
        defer { leaving = 0 }
        return (0..<leaving).map { _ in .confirm(EventConfirmation(.send, isDone: true)) }
    }

    /// What has come is still handed over.
    private mutating func ended() -> [Step] {
        switch state {
        case .closed: return []
        case .opening: return failed()
        case .open:
            hasEnded = true
            return asking == nil ? fail() : []
        }
    }
}

extension SocketKind {
    /// Nil for what the till can't open: datagrams, and what it doesn't know. *own choice*
    fileprivate var wrapping: HostWrapping? {
        switch self {
        case .tcp: .byReader
        case .tcpTLS: .byTill
        default: nil
        }
    }
}
