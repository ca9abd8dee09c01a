import Datecs
import TestKit
import Testing
import Wire

@Suite("Deframer")
struct DeframerTests {
    let ping = hex("3E 3D 00 00 01 00 02")
    let pingMessage = Message(code: 0x3D, data: [0x00])
    let ok = hex("3E 00 00 00 00 3E")

    @Test("a checksum that equals the start mark starts nothing")
    func checksumLikeMark() {
        let located = units([ok + ping + ok])
        #expect(located.map(\.offset) == [0, 6, 13])
        #expect(located.map(\.length) == [6, 7, 6])
        #expect(messages([ok + ping + ok]).map(\.code) == [0, 0x3D, 0])
    }

    @Test("offsets and lengths cover the stream without a gap")
    func offsets() {
        let located = units([[0xFF], [0x16] + ping, hex("3E 00 00 00 00 00")])
        #expect(located.map(\.offset) == [0, 1, 2, 9])
        #expect(located.map(\.length) == [1, 1, 7, 6])
        #expect(located.last?.unit == .badFrame(.checksum))
    }

    @Test("a false start that promises more than there is hides the frame behind it until silence")
    func falseStart() {
        let noise = hex("3E 00 00 00 20 41")
        #expect(messages([noise + ping]).isEmpty)
        let located = units([noise + ping], ends: true)
        #expect(located.map(\.unit) == [.badFrame(.unfinished), .frame(pingMessage)])
        #expect(located.map(\.length) == [6, 7])
    }

    @Test("after a silence the next frame is read as ever")
    func afterSilence() {
        var deframer = Deframer()
        deframer.push(Array(ping.dropLast(2)))
        #expect(deframer.next() == nil)
        deframer.endOfStream()
        #expect(deframer.next()?.unit == .badFrame(.unfinished))
        #expect(deframer.next() == nil)
        deframer.push(ping)
        #expect(deframer.next() == Located(offset: 5, length: 7, unit: .frame(pingMessage)))
    }

    @Test("a bad frame gives up one byte and finds what lies inside")
    func rescue() {
        var wire = FrameEncoder.frame(Message(code: 0x0F, data: [3, 1] + ping + ok))
        wire[wire.count - 1] ^= 1
        #expect(messages([wire]) == [pingMessage, Message(code: 0, data: [])])
    }

    @Test("a length above the limit is no frame's, one at the limit is")
    func limits() {
        let longest = Message(code: 0x40, data: [UInt8](repeating: 0x41, count: Frame.largestData))
        #expect(messages([FrameEncoder.frame(longest)]) == [longest])
        let tooLong = hex("3E 40 00 10 01")
        #expect(units([tooLong + ping]).map(\.unit) == [.badFrame(.tooLong), .frame(pingMessage)])
        let cut = Message(code: 0x40, data: longest.data + [0x42])
        #expect(FrameEncoder.frame(cut) == FrameEncoder.frame(longest))
    }

    @Test("a frame that has begun is told until it ends")
    func insideFrame() {
        var deframer = Deframer()
        deframer.push(Array(ping.dropLast()))
        #expect(deframer.next() == nil)
        #expect(deframer.isInsideFrame)
        deframer.push([0x02])
        #expect(deframer.next()?.unit == .frame(pingMessage))
        #expect(!deframer.isInsideFrame)
    }

    @Test("the data of frames go where a caller has room")
    func appending() {
        var deframer = Deframer()
        deframer.push([0xFF] + ping + hex("3E 00 07 00 01 41 79"))
        var data: [UInt8] = [1]
        #expect(deframer.next(appendingTo: &data)?.unit == .noise(count: 1))
        #expect(deframer.next(appendingTo: &data)?.unit == .frame(Message(code: 0x3D, data: [])))
        #expect(deframer.next(appendingTo: &data)?.unit == .frame(Message(code: 0, status: 7, data: [])))
        #expect(data == [1, 0x00, 0x41])
    }

    @Test("replies of 256 bytes and more are read whole", arguments: [255, 256, 288, 594, 1025])
    func longReplies(_ count: Int) {
        let reply = Message(code: 0, data: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        #expect(messages([FrameEncoder.frame(reply)]) == [reply])
    }

    @Test("the checksum of any length is that of byte after byte", arguments: Array(0..<40) + [1025, 4096])
    func everyLength(_ length: Int) {
        var random = SeededGenerator(seed: UInt64(length))
        let frame = FrameEncoder.frame(Message(code: 0x0B, data: random.bytes(length, favourite: 0x3E)))
        #expect(frame.last == frame.dropLast().reduce(0, ^))
    }

    @Test("any cut of any bytes gives the same units but for noise", arguments: 0..<200)
    func anyBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let wire = stream(&random)
        let whole = units([wire], ends: true)
        #expect(whole.reduce(0) { $0 + $1.length } == wire.count)
        var rest = wire[...]
        var reads: [[UInt8]] = []
        while !rest.isEmpty {
            reads.append(Array(rest.prefix(Int.random(in: 1...20, using: &random))))
            rest = rest.dropFirst(reads[reads.count - 1].count)
        }
        let cut = units(reads, ends: true)
        var end = 0
        for located in cut {
            #expect(located.offset == end)
            end += located.length
        }
        #expect(withoutNoise(cut) == withoutNoise(whole))
    }

    private func withoutNoise(_ units: [Located<LinkUnit>]) -> [Located<LinkUnit>] {
        units.filter { if case .noise = $0.unit { false } else { true } }
    }

    /// Frames, broken frames and noise.
    private func stream(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<6).flatMap { _ -> [UInt8] in
            let message = Message(
                code: random.number(), status: random.number(),
                data: random.bytes(upTo: 30).map { $0 == 0x10 ? 0x3E : $0 })
            var frame = FrameEncoder.frame(message)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: frame[Int.random(in: frame.indices, using: &random)] ^= 1
            case 1: frame.removeLast(Int.random(in: 1...frame.count, using: &random))
            case 2: return random.bytes(Int.random(in: 0...10, using: &random), favourite: 0x3E)
            default: break
            }
            return frame
        }
    }
}
