import Datecs
import Payments
import Testing
import Time

@testable import Readers

/// Row R8 on a cable: 115200 baud, and a reader that takes as long over a reply as a real one did. Source: datecs.md 2, 4.
@Suite("What a pinpad and its acquirer say to each other takes hardly longer than on the bare cable")
struct ProxySpeedTests {
    private let count = 64 << 10

    @Test("from the acquirer: at most 1.2 times as long")
    func toReader() {
        var cable = Cable()
        cable.driver.host(.received([UInt8](repeating: 0x16, count: count)))
        cable.run()
        #expect(cable.received == count)
        #expect(cable.now < Cable.time(of: count) * 1.2, "\(cable.now / Cable.time(of: count))")
    }

    @Test("to the acquirer, by a reader that waits for each confirmation: at most 1.2 times as long")
    func fromReader() {
        var cable = Cable()
        cable.toSend = count
        cable.sendNext()
        cable.run()
        #expect(cable.relayed == count)
        #expect(cable.now < Cable.time(of: count) * 1.2, "\(cable.now / Cable.time(of: count))")
    }
}

/// A cable with a reader at its end that is online, and nothing else that takes time.
private struct Cable {
    private enum Arrival {
        case command(Command)
        case packet(Packet)
    }

    var driver = PinpadDriver.paying()
    private(set) var now = Duration.zero
    /// Bytes that the reader has yet to send to the acquirer, and those that the acquirer and the reader have got.
    var toSend = 0
    private(set) var relayed = 0
    private(set) var received = 0
    private var arrivals: [(at: Duration, what: Arrival)] = []
    /// From when on the cable is free, to the reader and from it.
    private var isFree = (down: Duration.zero, up: Duration.zero)

    /// The median over USB. Source: datecs.md 4.
    private static let reply = Duration.milliseconds(11)

    /// Start bit, eight bits, stop bit.
    static func time(of bytes: Int) -> Duration { .seconds(1) * bytes * 10 / 115_200 }

    init() { driver.goOnline() }

    /// Until nothing is on its way.
    mutating func run() {
        pass()
        while let next = arrivals.indices.min(by: { arrivals[$0].at < arrivals[$1].at }) {
            let arrival = arrivals.remove(at: next)
            now = arrival.at
            switch arrival.what {
            case .command(let command): take(command)
            case .packet(let packet): driver.send(packet)
            }
            pass()
        }
    }

    mutating func sendNext() {
        guard toSend > 0 else { return }
        let bytes = [UInt8](repeating: 0x17, count: min(1024, toSend))
        toSend -= bytes.count
        send(.event(.sendData(id: 1, bytes)), after: .zero)
    }

    /// What the till has sent is put on the cable; what it has relayed is with the acquirer.
    private mutating func pass() {
        let (sent, happened) = driver.take()
        for command in sent {
            isFree.down =
                max(isFree.down, now) + Self.time(of: FrameEncoder.frame(Packet.command(command).message).count)
            arrivals.append((isFree.down, .command(command)))
        }
        for case .host(.send(let bytes)) in happened {
            relayed += bytes.count
            driver.host(.drained)
            pass()
        }
    }

    private mutating func take(_ command: Command) {
        send(.reply(Reply(.ok, .nothing)), after: Self.reply)
        switch command {
        case .receiveData(let bytes): received += bytes.count
        case .confirmEvent: sendNext()
        default: break
        }
    }

    private mutating func send(_ packet: Packet, after wait: Duration) {
        isFree.up = max(isFree.up, now + wait) + Self.time(of: FrameEncoder.frame(packet.message).count)
        arrivals.append((isFree.up, .packet(packet)))
    }
}
