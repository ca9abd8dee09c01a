import Datecs
import EMV
import Foundation
import TestKit
import Testing
import Wire

/// `Tests/Peers/datecs_wire.py` is written from the wire facts alone and shares no line with the code that is tested.
@Suite("The wire as somebody else reads it")
struct PeerTests {
    @Test("both find the same frames in frames, broken frames and noise")
    func frames() throws {
        var random = SeededGenerator(seed: 1)
        let streams = (0..<400).map { _ in stream(&random) }
        let ours = streams.map { stream in
            messages([stream], ends: true).map { "\(hex([$0.code])):\(hex([$0.status])):\(hex($0.data))" }
                .joined(separator: " ")
        }
        #expect(ours.count { $0.contains(" ") } > 100)
        #expect(try peer("unframe", streams) == ours)
    }

    @Test("both read the same data objects, or refuse them")
    func objects() throws {
        var random = SeededGenerator(seed: 2)
        let data = (0..<1000).map { _ in objects(&random, depth: 3) }
        let ours = data.map { bytes -> String in
            var reader = ByteReader(bytes)
            return (try? reader.objects()).map(shown) ?? "bad"
        }
        #expect(ours.count { $0 != "bad" && !$0.isEmpty } > 300)
        #expect(ours.count { $0 == "bad" } > 200)
        #expect(try peer("objects", data) == ours)
    }

    /// What the peer prints for each line.
    private func peer(_ work: String, _ lines: [[UInt8]]) throws -> [String] {
        let folder = try TemporaryDirectory()
        let (input, output) = (folder.path + "/input", folder.path + "/output")
        try lines.map { hex($0) + "\n" }.joined().write(toFile: input, atomically: false, encoding: .utf8)
        let script = Repository.root + "/Tests/Peers/datecs_wire.py"
        #expect(shell("/usr/bin/python3 '\(script)' \(work) <'\(input)' >'\(output)'") == 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func stream(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<5).flatMap { _ -> [UInt8] in
            let data = random.bytes(Int.random(in: 0...40, using: &random), favourite: 0x3E)
            var frame = FrameEncoder.frame(Message(code: random.number(), status: random.number(), data: data))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: frame[Int.random(in: frame.indices, using: &random)] ^= 0x10
            case 1: frame.removeLast(Int.random(in: 1...frame.count, using: &random))
            case 2: return data
            default: break
            }
            return frame
        }
    }

    /// Data objects, some of them damaged.
    private func objects(_ random: inout SeededGenerator, depth: Int) -> [UInt8] {
        let tags = ["81", "9F41", "DF8003", "E6", "FF8101"].map { TestKit.hex($0) }
        var bytes = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ -> [UInt8] in
            let tag = tags.randomElement(using: &random) ?? [0x81]
            let isConstructed = tag[0] & 0x20 != 0
            let value = isConstructed && depth > 0 ? objects(&random, depth: depth - 1) : random.bytes(upTo: 20)
            return tag + (value.count < 0x80 ? [] : [0x82, 0]) + [UInt8(truncatingIfNeeded: value.count)] + value
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            bytes[Int.random(in: bytes.indices, using: &random)] = random.number()
        }
        return bytes
    }

    private func shown(_ objects: [TLV]) -> String {
        objects.map { object in
            let tag = object.tag.text.lowercased()
            return switch object.content {
            case .value(let bytes): "\(tag):\(hex(bytes))"
            case .objects(let inner): "\(tag):[\(shown(inner))]"
            }
        }.joined(separator: " ")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
