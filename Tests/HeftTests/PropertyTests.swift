import Heft
import TestKit
import Testing

@Suite("Any packet, any bytes")
struct PropertyTests {
    @Test("a packet comes back from its message", arguments: 0..<500)
    func packetRoundTrip(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let packet = random.packet()
        #expect(try Packet(Message(bytes: packet.message.bytes)) == packet)
    }

    @Test("a packet crosses the link in frames and reads of any size", arguments: 0..<100)
    func acrossTheLink(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let packet = random.packet()
        let size = Int.random(in: 8...250, using: &random)
        var wire = FrameEncoder.frames(message: packet.message.bytes, maxFrame: size).flatMap(\.self)[...]
        var receiver = LinkReceiver()
        var inputs: [LinkInput] = []
        while !wire.isEmpty {
            let read = wire.prefix(Int.random(in: 1...50, using: &random))
            wire = wire.dropFirst(read.count)
            inputs += receiver.receive(Array(read))
        }
        #expect(inputs.last == .message(.success(packet.message)))
        #expect(inputs.dropLast().allSatisfy { $0 == .acknowledge })
    }

    @Test("a payload of any bytes is read or refused, and what is read is written the same", arguments: 0..<500)
    func anyPayload(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letter = "CIFHRLPD".randomElement(using: &random) ?? "F"
        let digits = Int.random(in: 0...8, using: &random) * 10 + Int.random(in: 0...1, using: &random)
        let command = try #require(CommandID("\(letter)0\(digits < 10 ? "0" : "")\(digits)"))
        let message = Message(
            command, status: command.isAnswer ? Status(rawValue: random.number()) : nil,
            payload: random.bytes(Int.random(in: 0...60, using: &random), favourite: 0))
        guard let packet = try? Packet(message) else { return }
        #expect(try Packet(packet.message) == packet)
    }
}
