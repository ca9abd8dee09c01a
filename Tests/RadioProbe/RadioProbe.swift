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
///     radio-probe echo URI BYTES             sends and waits for the same bytes: milliseconds
///     radio-probe give-up URI MILLISECONDS   gives a connection up that long after it began: milliseconds until it ended
@main
enum RadioProbe {
    static func main() {
        signal(SIGPIPE, SIG_DFL)  // Whoever writes to a link must not rely on its being ignored.
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 3, let address = try? ReaderAddress(uri: words[1]), let count = Int(words[2]) else {
            exit(2)
        }
        switch words[0] {
        case "connect": connect(address, count, pause: 200_000)
        case "storm": connect(address, count, pause: 0)
        case "echo": echo(address, count)
        case "give-up": giveUp(address, UInt32(clamping: count))
        default: exit(2)
        }
    }

    private static func connect(_ address: ReaderAddress, _ count: Int, pause: UInt32) {
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
            usleep(pause)
        }
        say("milliseconds", times.map(String.init), "faults", faults.map { "\"\($0)\"" })
    }

    private static func echo(_ address: ReaderAddress, _ count: Int) {
        let attempt = Attempt(address)
        guard attempt.next() == .opened else { return say("milliseconds", [], "faults", ["\"not opened\""]) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let start = attempt.age
        var (sent, received) = (0, [UInt8]())
        while received.count < count {
            // As much under way as the plain socket beside it has.
            while sent < count, sent - received.count < 8192 {
                attempt.link.send(Array(bytes[sent..<min(sent + 4096, count)]))
                sent = min(sent + 4096, count)
            }
            switch attempt.next() {
            case .received(let more): received += more
            case .closed(let fault):
                return say("milliseconds", [], "faults", ["\"\(fault?.kind.rawValue ?? "closed")\""])
            default: break
            }
        }
        let time = attempt.age - start
        let isSame = received == bytes
        say("milliseconds", [String(time)], "faults", isSame ? [] : ["\"other bytes\""])
        attempt.close()
    }

    private static func giveUp(_ address: ReaderAddress, _ milliseconds: UInt32) {
        let attempt = Attempt(address)
        usleep(milliseconds * 1000)
        let before = attempt.age
        attempt.link.close()
        var last: LinkEvent?
        repeat { last = attempt.next() } while !isEnd(last)
        say(
            "milliseconds", [String(attempt.age - before)], "faults", last == .closed(nil) ? [] : ["\"\(last as Any)\""]
        )
    }

    private static func isEnd(_ event: LinkEvent?) -> Bool {
        if case .closed = event { true } else { event == nil }
    }

    private static func say(_ name: String, _ values: [String], _ other: String, _ words: [String]) {
        print("{\"\(name)\":[\(values.joined(separator: ","))],\"\(other)\":[\(words.joined(separator: ","))]}")
    }
}

/// One link from its beginning.
private final class Attempt {
    let link: any Link
    private let events = Mailbox<LinkEvent>()
    private var waiting: [LinkEvent] = []
    private let start = Attempt.now()

    init(_ address: ReaderAddress) {
        link = SystemLinkOpener(services: DeviceServices()).open(address) { [events] in events.post($0) }
    }

    /// Milliseconds since it began.
    var age: Int64 { Self.now() - start }

    func next() -> LinkEvent? {
        while waiting.isEmpty { waiting = events.wait(until: nil) }
        return waiting.removeFirst()
    }

    /// Closes it, and waits for the end.
    func close() {
        link.close()
        while let event = next() {
            if case .closed = event { return }
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
