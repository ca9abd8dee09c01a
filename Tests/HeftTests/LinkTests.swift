import Heft
import TestKit
import Testing
import Wire

@Suite("Link")
struct LinkTests {
    let idle = Message(.idle)

    @Test("a bad frame inside a message is refused and the data before it stays")
    func badInside() {
        let frames = FrameEncoder.frames(message: idle.bytes, maxFrame: 10)
        var broken = frames[1]
        broken[broken.count - 1] ^= 0xFF
        var receiver = LinkReceiver()
        #expect(receiver.receive(frames[0]) == [.acknowledge])
        #expect(receiver.receive(broken) == [.reject(.checksum)])
        #expect(receiver.receive(frames[1]) == [.acknowledge])
        #expect(receiver.isInsideMessage)
        #expect(receiver.receive(frames[2]) == [.acknowledge, .message(.success(idle))])
        #expect(!receiver.isInsideMessage)
    }

    @Test("an ACK, an event and a result in one read are all seen, in order")
    func glued() {
        let event = Message(.event, status: .waitingCard, payload: [0, 0, 0, 0])
        let result = Message(.saleAnswer, status: .sharedSecretInvalid)
        var receiver = LinkReceiver()
        let read = [event, result].flatMap { FrameEncoder.frames(message: $0.bytes, maxFrame: 200)[0] }
        #expect(
            receiver.receive(LinkControl.ack.bytes + read) == [
                .ack, .acknowledge, .message(.success(event)), .acknowledge, .message(.success(result)),
            ])
    }

    @Test("frames that aren't a message are acknowledged, and the error says where")
    func notAMessage() {
        var receiver = LinkReceiver()
        let frame = FrameEncoder.frames(message: Array("F000000009short".utf8), maxFrame: 200)[0]
        let error = WireError(offset: 4, expected: "9 bytes of payload", found: "5", path: ["F000", "length"])
        #expect(receiver.receive(frame) == [.acknowledge, .message(.failure(error))])
    }

    @Test("a message without an end is given up at the longest length")
    func endless() {
        var receiver = LinkReceiver(maxLength: 30)
        let frames = FrameEncoder.frames(message: [UInt8](repeating: 0x41, count: 100), maxFrame: 16)
        let error = WireError(offset: 0, expected: "at most 30 bytes", found: "more")
        #expect(frames[..<3].flatMap { receiver.receive($0) } == [.acknowledge, .acknowledge, .acknowledge])
        #expect(receiver.receive(frames[3]) == [.acknowledge, .message(.failure(error))])
        #expect(!receiver.isInsideMessage)
    }

    @Test("the next frame goes out after the ACK of the one before")
    func stopAndWait() {
        var sender = LinkSender()
        sender.maxFrame = 10
        sender.enqueue(idle)
        sender.maxFrame = 200
        sender.enqueue(Message(.fetchLog))
        let frames = FrameEncoder.frames(message: idle.bytes, maxFrame: 10)
        for (index, frame) in frames.enumerated() {
            #expect(sender.nextFrame() == frame)
            #expect(sender.nextFrame() == nil)
            #expect(sender.isInsideMessage)
            #expect(sender.acked() == (index == 2 ? .message : .frame))
        }
        #expect(!sender.isInsideMessage)
        #expect(sender.nextFrame() == FrameEncoder.frames(message: Message(.fetchLog).bytes, maxFrame: 200)[0])
        #expect(sender.acked() == .message)
        #expect(sender.isIdle)
    }

    @Test("a refused frame goes out three times, then everything is given up")
    func threeAttempts() {
        var sender = LinkSender()
        sender.enqueue(idle)
        sender.enqueue(idle)
        let frame = sender.nextFrame()
        #expect(sender.naked() == .again)
        #expect(sender.nextFrame() == frame)
        #expect(sender.naked() == .again)
        #expect(sender.nextFrame() == frame)
        #expect(sender.naked() == .givenUp)
        #expect(sender.nextFrame() == nil)
        #expect(sender.isIdle)
    }

    @Test("attempts are counted for each frame on its own")
    func attemptsPerFrame() {
        var sender = LinkSender()
        sender.maxFrame = 10
        sender.enqueue(idle)
        for _ in 0..<3 {
            _ = sender.nextFrame()
            #expect(sender.naked() == .again)
            _ = sender.nextFrame()
            #expect(sender.naked() == .again)
            _ = sender.nextFrame()
            #expect(sender.acked() != .stray)
        }
        #expect(sender.isIdle)
    }

    @Test("an ACK or NAK that nothing waits for is stray")
    func stray() {
        var sender = LinkSender()
        #expect(sender.acked() == .stray)
        sender.enqueue(idle)
        #expect(sender.acked() == .stray)
        #expect(sender.naked() == .stray)
    }
}
