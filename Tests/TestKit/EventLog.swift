import Glibc
public import Ports
import Threads

/// Collects a link's events from its thread; the test takes them one by one.
public final class EventLog: Sendable {
    private let mailbox = Mailbox<LinkEvent>()
    private let waiting = Locked<[LinkEvent]>([])

    public init() {}

    public var deliver: @Sendable (LinkEvent) -> Void { { self.mailbox.post($0) } }

    /// The next event; nil when none comes within ten seconds, which only a failing test takes.
    public func next() -> LinkEvent? {
        waiting.withLock { waiting in
            if waiting.isEmpty { waiting = mailbox.wait(until: deadline(seconds: 10)) }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    /// The events up to `closed`, which is the last of them if it comes.
    public func untilClosed() -> [LinkEvent] {
        var events: [LinkEvent] = []
        while let event = next() {
            events.append(event)
            if case .closed = event { break }
        }
        return events
    }

    /// Bytes of `received` events, joined until there are `count`; other events are skipped.
    public func received(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let event = next() {
            if case .received(let more) = event { bytes += more }
            if case .closed = event { break }
        }
        return bytes
    }

    /// What has come and was not taken yet; never waits.
    public var rest: [LinkEvent] { waiting.withLock { $0 } + mailbox.takeAll() }
}

/// CLOCK_MONOTONIC nanoseconds so many seconds from now.
func deadline(seconds: Int) -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec + seconds) * 1_000_000_000
}
