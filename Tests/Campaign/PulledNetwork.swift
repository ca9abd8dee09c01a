import Payments
import Ports
import Threads
import Transports

/// A cable between a till and a server of this machine, which can be pulled: what goes over it breaks then, and nobody
/// gets through until it is back.
final class PulledNetwork: Sendable {
    private struct State {
        var isPlugged = true
        var lastID = 0
        var pairs: [Int: [any Link]] = [:]
    }

    private let listener: any LinkListener
    private let server: ReaderAddress
    private let state = Locked(State())

    /// - Parameter server: `HOST:PORT`.
    /// - Throws: `LinkFault`, `ReaderAddressError`.
    init(to server: String) throws {
        self.server = try ReaderAddress(uri: "tcp://\(server)")
        listener = try ListenAddress.tcp(host: "127.0.0.1", port: 0).listen()
        listener.start { [self] link in join(link) }
    }

    /// `HOST:PORT` on this side of the cable.
    var address: String { listener.uri.replacing("tcp://", with: "") }

    func pull() {
        let links = state.withLock { state in
            defer { state.pairs = [:] }
            state.isPlugged = false
            return state.pairs.values.flatMap(\.self)
        }
        for link in links { link.close() }
    }

    func plug() { state.withLock { $0.isPlugged = true } }

    func stop() {
        listener.stop()
        pull()
    }

    private func join(_ near: any Link) -> @Sendable (LinkEvent) -> Void {
        let id = state.withLock { state -> Int? in
            guard state.isPlugged else { return nil }
            state.lastID += 1
            state.pairs[state.lastID] = [near]
            return state.lastID
        }
        guard let id else {
            near.close()
            return { _ in }
        }
        let far = SystemLinkOpener().open(server) { [self] event in carry(event, to: near, id) }
        let isThere = state.withLock { state -> Bool in
            state.pairs[id]?.append(far)
            return state.pairs[id] != nil
        }
        if !isThere { far.close() }
        return { [self] event in carry(event, to: far, id) }
    }

    private func carry(_ event: LinkEvent, to other: any Link, _ id: Int) {
        switch event {
        case .opened, .drained: break
        case .received(let bytes): other.send(bytes)
        case .closed:
            other.close()
            state.withLock { $0.pairs[id] = nil }
        }
    }
}
