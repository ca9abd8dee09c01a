import Acquirer
import Datecs
import Time

/// One question to the acquirer through the host's connection, or through the reader's own. Source: datecs.md 7, 8.2.
struct HostCall: Hashable, Sendable {
    enum Input: Hashable, Sendable {
        case begin
        case confirmed(EventConfirmation)
        case received([UInt8])
        case networked([UInt8]?)
        /// `deadline` has come.
        case timeUp
    }

    enum Effect: Hashable, Sendable {
        case tell(Event)
        case call([UInt8])
        /// All of the request has left, as far as the host says.
        case sent
        case answered(TerminalAnswer)
        case over
    }

    /// Who moves next.
    enum Waiting: Hashable, Sendable {
        /// The host confirms an event.
        case confirmation(EventConfirmation.Kind)
        /// The acquirer answers.
        case answer
        case nothing
    }

    /// An EVENT CONFIRM that hasn't come by then is as if it said no. *own choice* (datecs.md 17)
    static let confirmationWait = Duration.seconds(10)
    /// Only this one was seen. Source: datecs.md 7.
    static let socket: UInt8 = 1
    /// Bytes of an event of a reader that splits what it sends. *own choice*
    private static let splitSize = 16

    /// Of whose payment it is, where it is a reversal.
    let reversing: PinpadFacts?
    let settings: Line
    private let request: [UInt8]
    private var pieces: [[UInt8]] = []
    private var reader = TerminalFrameReader()
    private(set) var waiting = Waiting.nothing
    private(set) var deadline: Uptime?
    /// Something of the request may have arrived.
    private(set) var hasSent = false
    private(set) var answer: TerminalAnswer?
    /// Why there is no answer.
    private(set) var failure: Status?

    /// How the call is made.
    struct Line: Hashable, Sendable {
        var open: SocketOpen
        var isOwnNetwork: Bool
        var isTruncated: Bool
        var isSplit: Bool
    }

    init(_ request: TerminalRequest, reversing: PinpadFacts?, over settings: Line) {
        self.reversing = reversing
        self.settings = settings
        let bytes = TerminalFrame.bytes(request.text)
        self.request = settings.isTruncated ? bytes.dropLast() : bytes
    }

    /// The host has a connection for it.
    var isOpen: Bool { waiting != .nothing && waiting != .confirmation(.open) && !settings.isOwnNetwork }

    private var answerWait: Duration { .seconds(Int(settings.open.timeoutSeconds)) }

    mutating func handle(_ input: Input, at now: Uptime) -> [Effect] {
        switch (input, waiting) {
        case (.begin, _): begin(at: now)
        case (.confirmed(let done), .confirmation(.open)) where done.isDone: send(cutTo: done.mtu, at: now)
        case (.confirmed, .confirmation(.open)), (.timeUp, .confirmation(.open)): end(.notConnected)
        case (.confirmed(let done), .confirmation(.send)) where done.isDone: sendNext(at: now)
        case (.confirmed, .confirmation(.send)), (.timeUp, .confirmation(.send)): close(.notConnected, at: now)
        case (.received(let bytes), .confirmation(.send)): take(bytes, at: now)
        case (.received(let bytes), .answer): take(bytes, at: now) + closeIfAnswered(at: now)
        case (.timeUp, .answer) where settings.isOwnNetwork: end(.timeout)
        case (.timeUp, .answer): close(.timeout, at: now)
        case (.networked(let bytes), .answer): takeNetworked(bytes, at: now)
        case (.confirmed, .confirmation(.close)), (.timeUp, .confirmation(.close)): end(failure)
        // Late, but harmless: the connection goes, or has gone.
        case (.received, _), (.networked, _), (.confirmed, _), (.timeUp, _): []
        }
    }

    private mutating func begin(at now: Uptime) -> [Effect] {
        guard settings.isOwnNetwork else { return expect(.open, .socketOpen(settings.open), at: now) }
        hasSent = true
        waiting = .answer
        deadline = now + answerWait
        return [.call(request)]
    }

    /// - Parameter mtu: what the host takes at once; nil and 0 are as much as the reader's own.
    private mutating func send(cutTo mtu: UInt16?, at now: Uptime) -> [Effect] {
        let limit = settings.isSplit ? Self.splitSize : mtu.flatMap { $0 > 0 ? Int($0) : nil } ?? Frame.initialMTU
        pieces = stride(from: 0, to: request.count, by: limit).map { Array(request[$0...].prefix(limit)) }
        return sendNext(at: now)
    }

    private mutating func sendNext(at now: Uptime) -> [Effect] {
        guard pieces.isEmpty else {
            hasSent = true
            return expect(.send, .sendData(id: Self.socket, pieces.removeFirst()), at: now)
        }
        waiting = .answer
        deadline = now + answerWait
        return [.sent] + closeIfAnswered(at: now)
    }

    private mutating func take(_ bytes: [UInt8], at now: Uptime) -> [Effect] {
        reader.push(bytes)
        switch reader.next() {
        case .unfinished: return []
        case .broken: failure = .generalError
        case .text(let text):
            guard let answer = TerminalAnswer(text: text) else {
                failure = .generalError
                return []
            }
            self.answer = answer
            return [.answered(answer)]
        }
        return []
    }

    private mutating func closeIfAnswered(at now: Uptime) -> [Effect] {
        answer == nil && failure == nil ? [] : close(failure, at: now)
    }

    private mutating func takeNetworked(_ bytes: [UInt8]?, at now: Uptime) -> [Effect] {
        let effects = take(bytes ?? [], at: now)
        return effects + end(answer == nil ? .notConnected : nil)
    }

    private mutating func close(_ failure: Status?, at now: Uptime) -> [Effect] {
        self.failure = answer == nil ? failure : nil
        return expect(.close, .socketClose(id: Self.socket), at: now)
    }

    private mutating func end(_ failure: Status?) -> [Effect] {
        self.failure = answer == nil ? failure ?? .notConnected : nil
        waiting = .nothing
        deadline = nil
        return [.over]
    }

    private mutating func expect(_ kind: EventConfirmation.Kind, _ event: Event, at now: Uptime) -> [Effect] {
        waiting = .confirmation(kind)
        deadline = now + Self.confirmationWait
        return [.tell(event)]
    }
}
