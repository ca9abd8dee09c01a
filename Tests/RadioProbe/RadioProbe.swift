import Bluetooth
import Glibc
import Payments
import Ports
import Threads
import Transports

/// Does with links what a till does, without a till, and prints one line of JSON: for the machines' suite.
///
///     radio-probe connect URI COUNT          connects and closes, a moment apart: milliseconds of each
///     radio-probe storm URI COUNT            the same without a pause in between
///     radio-probe echo URI BYTES WINDOW      a line for its link, and for each line of its input another: sends and waits
///                                            for the same bytes, so many under way: milliseconds
///     radio-probe give-up URI MILLISECONDS   gives a connection up that long after it began: milliseconds until it ended
@main
enum RadioProbe {
    static func main() {
        signal(SIGPIPE, SIG_DFL)  // Whoever writes to a link must not rely on its being ignored.
        let words = Array(CommandLine.arguments.dropFirst())
        guard (3...4).contains(words.count), let address = try? ReaderAddress(uri: words[1]), let count = Int(words[2]),
            (0...10_000_000).contains(count)
        else {
            exit(2)
        }
        switch words[0] {
        case "connect": connect(address, count, pause: 200)
        case "storm": connect(address, count, pause: 0)
        case "echo": echo(address, count, window: words.count > 3 ? Int(words[3]) ?? 8192 : 8192)
        case "give-up": giveUp(address, after: Int64(count))
        default: exit(2)
        }
    }

    private static func connect(_ address: ReaderAddress, _ count: Int, pause: Int64) {
        var times: [Int64] = []
        var faults: [String] = []
        for _ in 0..<count {
            let attempt = Attempt(address)
            switch attempt.next() {
            case .opened:
                times.append(attempt.age)
                attempt.close()
            case .closed(let fault): faults.append(fault.map { "\($0.kind.rawValue) \($0.systemCode)" } ?? "closed")
            default: faults.append("out of order")
            }
            // What comes after the end would be out of order.
            if pause > 0, attempt.next(within: pause) != nil { faults.append("after the end") }
        }
        say("milliseconds", times.map(String.init), "faults", faults.map { "\"\($0)\"" })
    }

    private static func echo(_ address: ReaderAddress, _ count: Int, window: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let echo = Echo(bytes, window: window)
        let link = opener.open(address) { echo.take($0) }
        defer { link.close() }
        while true {
            guard let turn = echo.turns.wait(until: (now() + 2 * patience) * 1_000_000).first else {
                return say("milliseconds", [], "faults", ["\"no end\""])
            }
            let faults = turn.fault.map { ["\"\($0)\""] } ?? []
            say("milliseconds", faults.isEmpty ? [String(turn.milliseconds)] : [], "faults", faults)
            guard readLine() != nil else { return }
            echo.begin(on: link)
        }
    }

    private static func giveUp(_ address: ReaderAddress, after milliseconds: Int64) {
        let attempt = Attempt(address)
        // One that ends by itself before it is given up shows as that.
        var last = attempt.next(within: milliseconds)
        let before = attempt.age
        attempt.link.close()
        if last == nil || last == .opened { repeat { last = attempt.next() } while !isEnd(last) }
        say(
            "milliseconds", [String(attempt.age - before)], "faults", last == .closed(nil) ? [] : ["\"\(last as Any)\""]
        )
    }

    private static func isEnd(_ event: LinkEvent?) -> Bool {
        if case .closed = event { true } else { event == nil }
    }

    private static func say(_ name: String, _ values: [String], _ other: String, _ words: [String]) {
        print("{\"\(name)\":[\(values.joined(separator: ","))],\"\(other)\":[\(words.joined(separator: ","))]}")
        fflush(nil)  // Whoever reads it may want more.
    }
}

/// Bytes that come back, counted on the link's own thread.
private final class Echo: Sendable {
    private struct State {
        var link: (any Link)?
        var start = now()
        var sent = 0
        var received: [UInt8] = []
    }

    /// The first is how long the link took.
    let turns = Mailbox<(milliseconds: Int64, fault: String?)>()
    private let bytes: [UInt8]
    private let window: Int
    private let state = Locked(State())

    init(_ bytes: [UInt8], window: Int) {
        self.bytes = bytes
        self.window = window
    }

    func begin(on link: any Link) {
        state.withLock { state in
            state = State(link: link)
            fill(&state)
        }
    }

    func take(_ event: LinkEvent) {
        state.withLock { state in
            switch event {
            case .opened: turns.post((now() - state.start, nil))
            case .received(let more):
                state.received += more
                fill(&state)
                guard state.received.count >= bytes.count else { return }
                turns.post((now() - state.start, state.received == bytes ? nil : "other bytes"))
            case .drained: break
            case .closed(let fault): turns.post((0, fault?.kind.rawValue ?? "closed"))
            }
        }
    }

    /// As much is under way as the plain socket beside it has.
    private func fill(_ state: inout State) {
        while state.sent < bytes.count, state.sent - state.received.count < window {
            let next = min(state.sent + 4096, bytes.count)
            state.link?.send(Array(bytes[state.sent..<next]))
            state.sent = next
        }
    }
}

/// Milliseconds of a clock that nobody sets.
private func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Longer than any connection may take, in milliseconds.
private let patience: Int64 = 30_000

private let opener = SystemLinkOpener(services: DeviceServices())

/// One link from its beginning.
private final class Attempt {
    let link: any Link
    private let events = Mailbox<LinkEvent>()
    private var waiting: [LinkEvent] = []
    private let start = now()

    init(_ address: ReaderAddress) {
        link = opener.open(address) { [events] in events.post($0) }
    }

    /// Milliseconds since it began.
    var age: Int64 { now() - start }

    /// - Returns: nil where nothing comes within that many milliseconds.
    func next(within milliseconds: Int64 = patience) -> LinkEvent? {
        if waiting.isEmpty { waiting = events.wait(until: (now() + milliseconds) * 1_000_000) }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Closes it, and waits for the end.
    func close() {
        link.close()
        while let event = next() {
            if case .closed = event { return }
        }
    }
}
