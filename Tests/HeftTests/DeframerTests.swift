import Heft
import TestKit
import Testing
import Wire

@Suite("Deframer")
struct DeframerTests {
    /// I010 in one frame.
    let idle = [0x10, 0x02] + Array("I010000000".utf8) + [0x10, 0x03, 0xEA, 0x69]
    let idlePayload = Array("I010000000".utf8)

    /// Doubled DLEs before an ETX byte: a receiver that resumes inside a pair sees a false end.
    @Test("a doubled DLE before 03 is no end mark, wherever the frame is cut", arguments: 1..<15)
    func falseEnd(_ cut: Int) {
        let frame = hex("10 02 49 41 41 10 10 03 41 41 41 10 03 E9 04")
        let payload = hex("49 41 41 10 03 41 41 41")
        let located = units([Array(frame[..<cut]), Array(frame[cut...])])
        #expect(located == [Located(offset: 0, length: 15, unit: .frame(payload: payload, isFinal: true))])
    }

    @Test("control pairs are seen, split at any byte, before, between and after frames")
    func controls() {
        let wire = hex("1006 1015") + idle + hex("1006") + idle
        let wireEnd = hex("1005 1004")
        let expected: [LinkUnit] = [
            .ack, .nak, .frame(payload: idlePayload, isFinal: true), .ack,
            .frame(payload: idlePayload, isFinal: true), .enq, .eot,
        ]
        for cut in 0...wire.count {
            #expect(units([Array(wire[..<cut]), wire[cut...] + wireEnd]).map(\.unit) == expected)
        }
    }

    @Test("offsets and lengths cover the stream without a gap")
    func offsets() {
        let located = units([[0xFF], [0x10], [0x06] + idle, [0x10, 0x41]])
        #expect(located.map(\.offset) == [0, 1, 3, 19])
        #expect(located.map(\.length) == [1, 2, 16, 2])
        #expect(located.last?.unit == .unknownControl(0x41))
    }

    @Test("a torn frame is noise once another one begins")
    func torn() {
        let located = units([Array(idle[..<9]), idle])
        #expect(located.map(\.unit) == [.noise(count: 9), .frame(payload: idlePayload, isFinal: true)])
    }

    @Test("noise that looks like a start doesn't swallow the frame behind it")
    func falseStart() {
        let noise = hex("10 02 41 10")
        #expect(units([noise + idle]).map(\.unit) == [.noise(count: 4), .frame(payload: idlePayload, isFinal: true)])
    }

    @Test("noise that looks like a whole frame doesn't take the next start for its checksum")
    func falseFrame() {
        let noise = hex("10 02 41 10 03")
        #expect(units([noise + idle]).map(\.unit) == [.noise(count: 5), .frame(payload: idlePayload, isFinal: true)])
    }

    @Test("a bad frame gives one refusal, even where its data look like starts")
    func badFrame() {
        var frame = FrameEncoder.frames(message: [0x10, 0x02, 0x10, 0x02, 0x41, 0x10, 0x02], maxFrame: 200)[0]
        frame[frame.count - 1] ^= 0xFF
        #expect(
            units([frame + idle]).map(\.unit) == [
                .badFrame(.checksum), .frame(payload: idlePayload, isFinal: true),
            ])
    }

    @Test("a DLE that is neither doubled nor a mark spoils its frame")
    func unpaired() {
        var frame = FrameEncoder.frames(message: [0x41, 0x10, 0x42], maxFrame: 200)[0]
        frame[4] = 0x90
        #expect(units([frame]).map(\.unit) == [.badFrame(.unpairedDLE)])
    }

    @Test("the longest frame passes, one byte more doesn't")
    func longest() {
        let message = [UInt8](repeating: 0x41, count: Frame.largestSize - 6)
        let frame = FrameEncoder.frames(message: message, maxFrame: Frame.largestSize)
        #expect(units(frame).map(\.unit) == [.frame(payload: message, isFinal: true)])
        let tooLong = [0x10, 0x02] + message + [0x41]
        #expect(units([tooLong, [0x10, 0x03, 0, 0]]).first?.unit == .badFrame(.tooLong))
    }

    @Test("an empty frame is a frame")
    func empty() {
        #expect(
            units(FrameEncoder.frames(message: [], maxFrame: 200)).map(\.unit) == [
                .frame(payload: [], isFinal: true)
            ])
    }

    @Test("a frame that has begun is told until it ends")
    func insideFrame() {
        var deframer = Deframer()
        deframer.push(Array(idle.dropLast()))
        #expect(deframer.next() == nil)
        #expect(deframer.isInsideFrame)
        deframer.push([0x69])
        #expect(deframer.next() != nil)
        #expect(!deframer.isInsideFrame)
    }

    @Test("the data of frames, and nothing of the rest, is joined where a caller asks for that", arguments: 1...20)
    func joined(_ size: Int) {
        var bad = idle
        bad[5] ^= 0xFF
        let wire =
            bad + hex("1006 FF") + idle[..<9] + FrameEncoder.frames(message: [0x41, 0x10], maxFrame: 8).joined() + idle
        var deframer = Deframer()
        var data: [UInt8] = [1]
        var units: [LinkUnit] = []
        for start in stride(from: 0, to: wire.count, by: size) {
            deframer.push(Array(wire[start..<min(start + size, wire.count)]))
            while let located = deframer.next(appendingTo: &data) { units.append(located.unit) }
        }
        #expect(data == [1, 0x41, 0x10] + idlePayload)
        #expect(
            units == [
                .badFrame(.checksum), .ack, .noise(count: 1), .noise(count: 9),
                .frame(payload: [], isFinal: false), .frame(payload: [], isFinal: true),
                .frame(payload: [], isFinal: true),
            ])
    }

    @Test("any bytes give units that cover all but the unfinished end", arguments: 0..<200)
    func anyBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let wire = random.bytes(upTo: 400)
        var end = 0
        for located in units([wire]) {
            #expect(located.offset == end)
            end += located.length
        }
        #expect(end <= wire.count)
    }

    private func units(_ reads: [[UInt8]]) -> [Located<LinkUnit>] {
        var deframer = Deframer()
        return reads.flatMap { read -> [Located<LinkUnit>] in
            deframer.push(read)
            var units: [Located<LinkUnit>] = []
            while let unit = deframer.next() { units.append(unit) }
            return units
        }
    }
}
