import Heft
import Time

/// The connection to the acquirer as a HEFT reader drives it: open, send, receive, close, or all of that in one
/// command (H040). Source: heft.md 5.2.
///
/// Nothing is sent before `permit`: that bytes are about to reach the acquirer has to stand in the journal first.
struct HostLink: Hashable, Sendable {
    /// What the session does next, in this order.
    enum Step: Hashable {
        case perform(HostEffect)
        case answer(Packet)
        case askToRelay(byteCount: Int)
    }

    private enum State: Hashable {
        /// There is no connection. H000 or H040 opens one.
        case closed
        /// The connection is being made; its success, its failure or the deadline ends this.
        case connecting(until: Uptime)
        /// Connected; the reader moves next.
        case open
        /// Bytes are ready and the till has to say whether they may leave.
        case asking([UInt8], within: Duration)
        /// Bytes are on their way to the operating system.
        case sending(until: Uptime)
        /// The reader waits for what the acquirer says.
        case receiving(until: Uptime)
    }

    /// More than any receipt or answer; own choice.
    static let mostBytesKept = 1 << 20

    private var state = State.closed
    private var received: [UInt8] = []
    private var hasEnded = false
    private var hasSent = false
    /// The one-command exchange that is running.
    private var post: HostPost?
    private var backupTried = false
    /// Bytes have left for the acquirer, or may have, since the operation began.
    private(set) var hasRelayed = false

    var nextDeadline: Uptime? {
        switch state {
        case .connecting(let until), .sending(let until), .receiving(let until): until
        case .closed, .open, .asking: nil
        }
    }
}

// MARK: What the reader asks for

extension HostLink {
    mutating func connect(_ request: HostConnect, at now: Uptime) -> [Step] {
        guard case .closed = state else { return [.answer(.hostConnectAnswer(.connectError))] }
        return dial(request.address, request.port, request.timeoutSeconds, at: now)
    }

    mutating func send(_ request: HostSend) -> [Step] {
        guard case .open = state, !hasEnded else { return [.answer(.hostSendAnswer(.sendingError))] }
        return ask(request.data, within: .seconds(Int(request.timeoutSeconds)))
    }

    /// H020's length is not a limit: all that came is handed over. *seen*
    mutating func receive(_ request: HostReceive, at now: Uptime) -> [Step] {
        guard case .open = state, hasSent else { return [.answer(.hostReceiveAnswer(.receivingError, nil))] }
        state = .receiving(until: now + .seconds(Int(request.timeoutSeconds)))
        return deliverIfComplete()
    }

    mutating func disconnect() -> [Step] {
        hangUp() + [.answer(.hostDisconnectAnswer(.success))]
    }

    mutating func exchange(_ request: HostPost, at now: Uptime) -> [Step] {
        guard case .closed = state else { return [.answer(.hostReceiveAnswer(.receivingError, nil))] }
        post = request
        backupTried = false
        return dial(request.host, request.port, request.timeoutSeconds, at: now)
    }

    /// The operation is over: whatever is open is closed, and the next one starts afresh.
    mutating func reset() -> [Step] {
        let steps = hangUp()
        self = HostLink()
        return steps
    }
}

// MARK: What the till decides

extension HostLink {
    mutating func permit(at now: Uptime) -> [Step] {
        guard case .asking(let data, let limit) = state else { return [] }
        hasRelayed = true
        hasSent = true
        state = .sending(until: now + limit)
        return [.perform(.send(data))]
    }

    mutating func refuse() -> [Step] {
        guard case .asking = state else { return [] }
        state = .open
        return post == nil ? [.answer(.hostSendAnswer(.sendingError))] : endPost(.receivingError)
    }
}

// MARK: What happens outside

extension HostLink {
    mutating func handle(_ input: HostInput, at now: Uptime) -> [Step] {
        switch input {
        case .opened: opened()
        case .received(let bytes): take(bytes)
        case .drained: drained(at: now)
        case .closed: ended()
        case .failed(let failure): failed(failure, at: now)
        }
    }

    mutating func deadline(at now: Uptime) -> [Step] {
        guard let due = nextDeadline, due <= now else { return [] }
        switch state {
        case .connecting: return [.perform(.close)] + failed(.timedOut, at: now)
        case .sending: return giveUpSending()
        case .receiving: return giveUpReceiving(timedOut: true)
        case .closed, .open, .asking: return []
        }
    }

    private mutating func opened() -> [Step] {
        guard case .connecting = state else { return [] }
        state = .open
        guard let post else { return [.answer(.hostConnectAnswer(.success))] }
        return ask(post.data, within: .seconds(Int(post.timeoutSeconds)))
    }

    private mutating func failed(_ failure: HostFailure, at now: Uptime) -> [Step] {
        guard case .connecting = state else { return ended() }
        state = .closed
        let status: Status = failure == .timedOut ? .connectTimeout : .connectError
        guard let post else { return [.answer(.hostConnectAnswer(status))] }
        if !backupTried, !post.backupHost.isEmpty {
            backupTried = true
            return dial(post.backupHost, post.backupPort, post.timeoutSeconds, at: now)
        }
        return endPost(failure == .timedOut ? .connectTimeout : .receivingError)
    }

    private mutating func take(_ bytes: [UInt8]) -> [Step] {
        guard received.count + bytes.count <= Self.mostBytesKept else { return ended() }
        received += bytes
        return deliverIfComplete()
    }

    private mutating func drained(at now: Uptime) -> [Step] {
        guard case .sending = state else { return [] }
        guard let post else {
            state = .open
            return [.answer(.hostSendAnswer(.success))]
        }
        state = .receiving(until: now + .seconds(Int(post.timeoutSeconds)))
        return deliverIfComplete()
    }

    private mutating func ended() -> [Step] {
        hasEnded = true
        switch state {
        case .sending: return giveUpSending()
        case .receiving: return deliverIfComplete()
        case .closed, .connecting, .open, .asking: return []
        }
    }
}

// MARK: The parts

extension HostLink {
    private mutating func dial(_ host: String, _ port: UInt16, _ seconds: UInt16, at now: Uptime) -> [Step] {
        received = []
        hasEnded = false
        hasSent = false
        state = .connecting(until: now + .seconds(Int(seconds)))
        return [.perform(.open(host: host, port: port, timeoutSeconds: seconds, wrapping: nil))]
    }

    private mutating func ask(_ data: [UInt8], within limit: Duration) -> [Step] {
        state = .asking(data, within: limit)
        return [.askToRelay(byteCount: data.count)]
    }

    private mutating func deliverIfComplete() -> [Step] {
        guard case .receiving = state else { return [] }
        if HTTPExtent.isComplete(received) || hasEnded && !received.isEmpty {
            defer { received = [] }
            return answerReceived(.success, received)
        }
        return hasEnded ? giveUpReceiving(timedOut: false) : []
    }

    private mutating func giveUpSending() -> [Step] {
        state = .open
        hasEnded = true
        return post == nil ? [.answer(.hostSendAnswer(.sendingError))] : endPost(.receivingError)
    }

    private mutating func giveUpReceiving(timedOut: Bool) -> [Step] {
        answerReceived(timedOut && post != nil ? .connectTimeout : .receivingError, nil)
    }

    private mutating func answerReceived(_ status: Status, _ data: [UInt8]?) -> [Step] {
        state = .open
        guard post == nil else { return endPost(status, data) }
        return [.answer(.hostReceiveAnswer(status, data))]
    }

    /// H040 is answered with H021. *seen*
    private mutating func endPost(_ status: Status, _ data: [UInt8]? = nil) -> [Step] {
        post = nil
        return hangUp() + [.answer(.hostReceiveAnswer(status, data))]
    }

    private mutating func hangUp() -> [Step] {
        guard state != .closed else { return [] }
        state = .closed
        received = []
        return [.perform(.close)]
    }
}
