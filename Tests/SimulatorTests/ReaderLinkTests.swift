import Acquirer
import Heft
import Markup
import Simulator
import TestKit
import Testing
import Time

@Suite("A virtual reader keeps the rules of the link")
struct ReaderLinkTests {
    private let levelFrame = Array(
        FrameEncoder.frames(message: Packet.setLogLevel(3).message.bytes, maxFrame: 200).joined())

    @Test("a bad checksum is refused, and the same frame taken when it comes right")
    func badChecksum() {
        var reader = openReader()
        var spoilt = levelFrame
        spoilt[spoilt.count - 1] ^= 1
        #expect(sent(reader.handle(.received(spoilt), at: .zero)) == [LinkControl.nak.bytes])
        #expect(sent(reader.handle(.received(levelFrame), at: .zero)).first == LinkControl.ack.bytes)
    }

    @Test("a frame is acknowledged before it is answered, however its bytes are cut")
    func everySplit() {
        for cut in 1..<levelFrame.count {
            var reader = openReader()
            #expect(sent(reader.handle(.received(Array(levelFrame[..<cut])), at: .zero)).isEmpty)
            let answers = sent(reader.handle(.received(Array(levelFrame[cut...])), at: .zero))
            #expect(answers.count == 2 && answers.first == LinkControl.ack.bytes)
        }
    }

    @Test("a refused frame goes out three times, then the link is given up")
    func refusedThreeTimes() {
        var reader = openReader()
        let first = sent(reader.handle(.received(levelFrame), at: .zero)).last
        #expect(sent(reader.handle(.received(LinkControl.nak.bytes), at: .zero)) == [first])
        #expect(sent(reader.handle(.received(LinkControl.nak.bytes), at: .zero)) == [first])
        let last = reader.handle(.received(LinkControl.nak.bytes), at: .zero)
        #expect(sent(last) == [LinkControl.eot.bytes])
        #expect(last.contains(.close))
    }

    @Test("20 seconds without an acknowledgement end the link, without a repetition")
    func noAcknowledgement() {
        var reader = openReader()
        _ = reader.handle(.received(levelFrame), at: .zero)
        let due = Uptime.zero + .seconds(20)
        #expect(reader.nextDeadline == due)
        let effects = reader.handle(.tick, at: due)
        #expect(sent(effects).isEmpty && effects.contains(.close))
        #expect(reader.nextDeadline == nil)
    }

    @Test("an end of session, a poll and an unknown pair end the link", arguments: [0x04, 0x05, 0x7F] as [UInt8])
    func brokenOff(control: UInt8) {
        var reader = openReader()
        #expect(reader.handle(.received([0x10, control]), at: .zero).contains(.close))
    }

    @Test("stray acknowledgements and some noise are passed over")
    func strays() {
        var reader = openReader()
        let noise = LinkControl.ack.bytes + [0xFF, 0x00] + LinkControl.ack.bytes
        #expect(sent(reader.handle(.received(noise + levelFrame), at: .zero)).count == 2)
    }

    @Test("no frame is longer than what the host takes", arguments: [8, 9, 64, 200])
    func frameSize(size: Int) {
        var host = HostDouble(.plain)
        host.connect(frameSize: size)
        host.sell(3000)
        #expect(host.seen.last == "F001 0001 1 AUTHORISED 3000")
        #expect(host.longestFrame <= size)
    }

    @Test("another command while one runs is answered with 0004")
    func busy() {
        var host = HostDouble(.plain)
        host.ignored = [.challenge]
        host.connect()
        host.sell(1050)
        host.sell(1050)
        host.send(.setLogLevel(3))
        #expect(host.seen.suffix(3) == ["R020", "F001 0004", "L001 0004"])
    }

    @Test(
        "what the reader does not do is refused by name",
        arguments: [
            ("D000", "D001 0002"), ("P000", "P001 0002"), ("F010", "F011 0002"), ("F020", "F021 0002"),
            ("C000", "C001 002F"), ("L010", "L011 0001"), ("I010", "I011 0001"),
            ("F050", "F051 0001 3 PROCESSED 0"), ("F000", "F001 0002"),
        ])
    func otherCommands(command: String, answer: String) throws {
        var host = HostDouble(.plain)
        host.connect()
        host.send(.other(Message(try #require(CommandID(command)))))
        #expect(host.seen.last == answer || host.packets.last?.message.summary == answer)
    }

    @Test("old firmware refuses the long I000 and takes the short one")
    func oldFirmware() {
        var settings = ReaderSettings.plain
        settings.quirks = [.oldFirmware]
        var host = HostDouble(settings)
        host.connect()
        #expect(host.seen.last == "I001 0002")
        let clock = CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 10)
        host.send(.initialise(InitialiseRequest(clock: clock, xml: nil)))
        #expect(host.seen.last == "I001 0001 pending false")
    }

    @Test("whatever arrives, nothing traps and nothing is owed for ever")
    func randomBytes() {
        var random = SplitMix64(seed: 20260310)
        for _ in 0..<300 {
            var reader = openReader()
            for step in 0..<20 {
                var bytes = random.bytes(Int(random.next() % 40))
                if step % 3 == 0 { bytes = levelFrame + bytes }
                _ = reader.handle(.received(bytes), at: Uptime(nanoseconds: Int64(step)))
            }
            _ = reader.handle(.closed, at: .zero)
            #expect(reader.nextDeadline == nil)
        }
    }

    private func openReader() -> VirtualHeftReader {
        var reader = VirtualHeftReader(settings: .plain)
        _ = reader.handle(.opened, at: .zero)
        return reader
    }

    private func sent(_ effects: [VirtualHeftReader.Effect]) -> [[UInt8]?] {
        effects.compactMap { if case .send(let bytes) = $0 { .some(bytes) } else { nil } }
    }
}

extension Message {
    var summary: String {
        let digits = status.map { String($0.rawValue, radix: 16, uppercase: true) } ?? ""
        return command.text + " " + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
