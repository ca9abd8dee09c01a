import Heft
import TestKit
import Testing
import Wire

@Suite("Golden vectors")
struct VectorTests {
    static let vectors = Vectors.frames("Tests/HeftTests/Golden/heft.txt")

    @Test("the file holds all of them")
    func fileIsComplete() {
        #expect(Self.vectors.count == 41)
    }

    @Test("a message is cut into the expected frames", arguments: vectors)
    func encodes(_ vector: FrameVector) {
        #expect(FrameEncoder.frames(message: vector.message, maxFrame: vector.maxFrame) == vector.frames)
    }

    @Test("frames become the message, one ACK each", arguments: vectors)
    func decodes(_ vector: FrameVector) throws {
        let inputs = receive(vector.frames)
        #expect(inputs == accepted(vector))
    }

    /// V12's payload was made for its checksum and isn't a log level.
    @Test("a message and its packet become the same bytes again", arguments: vectors.filter { $0.name != "V12" })
    func roundTrip(_ vector: FrameVector) throws {
        let message = try Message(bytes: vector.message)
        #expect(message.bytes == vector.message)
        #expect(try Packet(message).message == message)
    }

    @Test("every cut gives the same", arguments: vectors)
    func everySplit(_ vector: FrameVector) {
        let wire = Array(vector.frames.joined())
        for cut in 1..<wire.count {
            #expect(receive([Array(wire[..<cut]), Array(wire[cut...])]) == accepted(vector))
        }
    }

    @Test("byte by byte gives the same", arguments: vectors)
    func byteByByte(_ vector: FrameVector) {
        #expect(receive(vector.frames.joined().map { [$0] }) == accepted(vector))
    }

    @Test("two in one read give both", arguments: vectors)
    func glued(_ vector: FrameVector) {
        let wire = Array(vector.frames.joined())
        #expect(receive([wire + wire]) == accepted(vector) + accepted(vector))
    }

    @Test("garbage before a frame is counted and skipped", arguments: vectors)
    func garbageBefore(_ vector: FrameVector) {
        let garbage: [UInt8] = [0x00, 0x49, 0xFF, 0x02, 0x03]
        #expect(receive([garbage + vector.frames.joined()]) == [.noise(count: 5)] + accepted(vector))
    }

    @Test("any wrong bit of the checksum refuses the frame", arguments: vectors)
    func flippedChecksum(_ vector: FrameVector) throws {
        for bit in 0..<16 {
            var frame = try #require(vector.frames.first)
            frame[frame.count - 1 - bit / 8] ^= 1 << (bit % 8)
            #expect(receive([frame]) == [.reject(.checksum)])
        }
    }

    /// V12's broken checksum looks like the start of a frame, which the real frame then cuts off.
    @Test("a refused frame sent again completes the message", arguments: vectors)
    func repeated(_ vector: FrameVector) throws {
        let last = try #require(vector.frames.last)
        var bad = last
        bad[bad.count - 1] ^= 1
        let inputs = receive(vector.frames.dropLast() + [bad, last])
        let extra: Set<LinkInput> = [.reject(.checksum), .noise(count: 2)]
        #expect(inputs.filter { !extra.contains($0) } == accepted(vector))
    }

    private func receive(_ reads: [[UInt8]]) -> [LinkInput] {
        var receiver = LinkReceiver()
        return reads.flatMap { receiver.receive($0) }
    }

    private func accepted(_ vector: FrameVector) -> [LinkInput] {
        let message = Result { () throws(WireError) in try Message(bytes: vector.message) }
        return vector.frames.map { _ in .acknowledge } + [.message(message)]
    }
}
