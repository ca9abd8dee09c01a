import Heft
import TestKit
import Testing
import Wire

@Suite("Frames")
struct FrameTests {
    @Test("the checksum is CRC-16/XMODEM")
    func checksum() {
        #expect(CRC16(of: Array("123456789".utf8)).value == 0x31C3)
        #expect(CRC16(of: Array(0...9)).value == 0x2378)
        #expect(CRC16(of: []).value == 0)
    }

    @Test("the checksum of any length is that of bit after bit", arguments: Array(0..<70) + [255, 256, 1030, 32_767])
    func everyLength(_ length: Int) {
        var random = SeededGenerator(seed: UInt64(length))
        let bytes = random.bytes(length)
        var crc: UInt16 = 0
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        }
        #expect(CRC16(of: bytes).value == crc)
    }

    @Test("a size below eight is eight: one doubled DLE a frame", arguments: [-1, 0, 7, 8])
    func smallest(_ size: Int) {
        let frames = FrameEncoder.frames(message: [0x10, 0x10, 0x41, 0x42, 0x43], maxFrame: size)
        #expect(frames.map { Array($0[2..<$0.count - 4]) } == [[0x10, 0x10], [0x10, 0x10], [0x41, 0x42], [0x43]])
    }

    @Test("data that end at a frame's end don't make another frame")
    func exactFit() {
        #expect(FrameEncoder.frames(message: [UInt8](repeating: 0x41, count: 194), maxFrame: 200).count == 1)
        #expect(FrameEncoder.frames(message: [UInt8](repeating: 0x41, count: 195), maxFrame: 200).count == 2)
    }

    @Test("any message of any size comes back whole and in frames of the size", arguments: 0..<200)
    func roundTrip(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let isDense = seed.isMultiple(of: 2)
        let message = random.bytes(upTo: 600).map { isDense && $0 < 0x60 ? 0x10 : $0 }
        let size = Int.random(in: 8...300, using: &random)
        let frames = FrameEncoder.frames(message: message, maxFrame: size)
        #expect(frames.allSatisfy { $0.count <= size })
        var deframer = Deframer()
        var joined: [UInt8] = []
        for (index, frame) in frames.enumerated() {
            deframer.push(frame)
            guard case .frame(let payload, let isFinal) = deframer.next()?.unit else {
                Issue.record("frame \(index) is refused")
                continue
            }
            #expect(isFinal == (index == frames.count - 1))
            joined += payload
        }
        #expect(joined == message)
    }
}
