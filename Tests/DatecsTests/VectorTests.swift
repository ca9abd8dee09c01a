import Datecs
import TestKit
import Testing
import Wire

@Suite("Golden vectors")
struct VectorTests {
    static let vectors = Vectors.frames("Tests/DatecsTests/Golden/datecs.txt")
    /// All but the four that are streams of more than one frame, each with what it means.
    static let single = Expected.all.compactMap { expected in
        vectors.first { $0.name == expected.name }.map { ($0, expected) }
    }

    @Test("the file holds all of them, and all but the streams are explained")
    func isComplete() {
        #expect(Self.vectors.count == 97)
        let explained = Set(Self.single.map(\.0.name))
        #expect(explained.count == 93)
        #expect(Self.vectors.map(\.name).filter { !explained.contains($0) } == ["S01", "S02", "S03", "S04"])
    }

    @Test("a frame is the expected packet", arguments: single)
    func decodes(_ vector: FrameVector, _ expected: Expected) throws {
        let message = try #require(messages([vector.frames[0]]).first)
        #expect(try Packet(message, awaited: expected.awaited) == expected.packet)
    }

    @Test("a packet is the expected frame", arguments: single)
    func encodes(_ vector: FrameVector, _ expected: Expected) {
        #expect(FrameEncoder.frame(expected.packet.message) == vector.frames[0])
    }

    @Test("every cut gives the same", arguments: vectors)
    func everySplit(_ vector: FrameVector) {
        let wire = vector.frames[0]
        let whole = messages([wire])
        #expect(!whole.isEmpty)
        for cut in 1..<wire.count {
            #expect(messages([Array(wire[..<cut]), Array(wire[cut...])]) == whole)
        }
        #expect(messages(wire.map { [$0] }) == whole)
    }

    @Test("two in one read give both", arguments: vectors)
    func glued(_ vector: FrameVector) {
        let wire = vector.frames[0]
        #expect(messages([wire + wire]) == messages([wire]) + messages([wire]))
    }

    @Test("garbage before a frame is counted and skipped", arguments: single.map(\.0))
    func garbageBefore(_ vector: FrameVector) {
        let garbage: [UInt8] = [0x00, 0x16, 0xFF, 0x0E, 0x3D]
        let units = units([garbage + vector.frames[0]])
        #expect(units.first?.unit == .noise(count: 5))
        #expect(units.dropFirst().map(\.unit) == messages([vector.frames[0]]).map { .frame($0) })
    }

    @Test("start marks before a frame don't hide it", arguments: single.map(\.0), [1, 2, 3])
    func marksBefore(_ vector: FrameVector, _ count: Int) {
        let marks = [UInt8](repeating: Frame.startMark, count: count)
        #expect(messages([marks + vector.frames[0]]) == messages([vector.frames[0]]))
    }

    @Test("any wrong bit of the checksum refuses the frame", arguments: single.map(\.0))
    func flippedChecksum(_ vector: FrameVector) {
        for bit in 0..<8 {
            var frame = vector.frames[0]
            frame[frame.count - 1] ^= 1 << bit
            let units = units([frame], ends: true)
            #expect(units.first?.unit == .badFrame(.checksum))
            #expect(messages([frame], ends: true).isEmpty)
        }
    }

    @Test("the streams give what a host makes of them")
    func streams() throws {
        let ok = Message(code: 0, data: [])
        let stream = Dictionary(uniqueKeysWithValues: Self.vectors.map { ($0.name, $0.frames[0]) })
        let noise = units([try #require(stream["S01"])])
        #expect(noise.map(\.unit) == [.noise(count: 2), .frame(ok)])
        let broken = units([try #require(stream["S02"])])
        #expect(broken.map(\.unit) == [.badFrame(.checksum), .frame(ok)])
        let both = messages([try #require(stream["S03"])])
        #expect(try both.map { try Packet($0, awaited: .start) } == [.event(.display(.presentCard)), .reply(Reply())])
        let result = try messages([try #require(stream["S04"])]).map { try Packet($0, awaited: .start) }
        #expect(result.first == .reply(Reply()))
        guard case .event(.complete(let record)) = result.last else {
            Issue.record("no COMPLETE")
            return
        }
        #expect(record.verdict == .failed(.cancelled))
    }

    @Test("two receipts with one checksum are two receipts")
    func sameChecksum() throws {
        let frames = try ["D08", "D09"].map { name in try #require(Self.vectors.first { $0.name == name }).frames[0] }
        #expect(frames[0].last == frames[1].last)
        #expect(Expected.receipt(signature: 0).signature == SignatureDemand.none)
        let records = try messages(frames).map { try Packet($0, awaited: .receiptTags) }
        #expect(records[0] != records[1])
        guard case .reply(let reply) = records[1], case .record(let record) = reply.content else {
            Issue.record("no receipt")
            return
        }
        #expect(record.signature == .cardholder)
        #expect(record.pinEntered == false)
        #expect(record.moment == Expected.clock)
    }
}

/// The units of some reads; with `ends` those too that show when no more come.
func units(_ reads: [[UInt8]], ends: Bool = false) -> [Located<LinkUnit>] {
    var deframer = Deframer()
    var units: [Located<LinkUnit>] = []
    for read in reads {
        deframer.push(read)
        while let unit = deframer.next() { units.append(unit) }
    }
    guard ends else { return units }
    deframer.endOfStream()
    while let unit = deframer.next() { units.append(unit) }
    return units
}

func messages(_ reads: [[UInt8]], ends: Bool = false) -> [Message] {
    units(reads, ends: ends).compactMap { if case .frame(let message) = $0.unit { message } else { nil } }
}
