import Datecs
import TestKit
import Testing

@Suite("Any packet, any bytes")
struct PropertyTests {
    @Test("a packet comes back from its frame, in reads of any size", arguments: 0..<600)
    func roundTrip(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (packet, awaited) = random.packet()
        var wire = FrameEncoder.frame(packet.message)[...]
        var reads: [[UInt8]] = []
        while !wire.isEmpty {
            let read = wire.prefix(Int.random(in: 1...50, using: &random))
            reads.append(Array(read))
            wire = wire.dropFirst(read.count)
        }
        let message = try #require(messages(reads).first)
        #expect(try Packet(message, awaited: awaited) == packet)
    }

    @Test("any data are read or refused, and what is read is written the same", arguments: 0..<800)
    func anyData(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let codes: [UInt8] = [0x00, 0x00, 0x0B, 0x0E, 0x0F, 0x3D, 0x3D, 0x40, 0x36, 0x07, 0x77]
        let code = codes.randomElement(using: &random) ?? 0
        let awaited = random.maybe { CommandID(rawValue: 0x3D00 | UInt16.random(in: 0...0x28, using: &$0)) }
        let second = UInt8.random(in: 0...0x28, using: &random)
        let message = Message(
            code: code, data: [second] + random.bytes(Int.random(in: 0...60, using: &random), favourite: 1))
        guard let packet = try? Packet(message, awaited: awaited) else { return }
        #expect(try Packet(packet.message, awaited: awaited) == packet)
    }
}
