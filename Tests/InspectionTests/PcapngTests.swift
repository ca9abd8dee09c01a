import Captures
import TestKit
import Testing
import Wire

@Suite("pcapng")
struct PcapngTests {
    let writer = PcapngWriter(linkTypes: [.heft], name: "HEFT", application: "till")
    let packets = [
        CapturedPacket(microseconds: 1_773_137_770_123_456, direction: .outbound, bytes: [0x10, 0x06]),
        CapturedPacket(
            microseconds: 1_773_137_770_123_457, direction: .inbound, bytes: [1, 2, 3], originalLength: 200,
            comment: "left out: 197 bytes"),
        CapturedPacket(microseconds: 0, direction: nil, bytes: []),
    ]

    @Test("what is written is read again")
    func roundTrip() throws {
        #expect(try read(writer.header + packets.flatMap(writer.block)) == packets)
    }

    /// Laid out by hand from the format's description: section, interface, packet.
    @Test("the blocks are those of the format")
    func layout() throws {
        let blocks = """
            0A0D0D0A 28000000 4D3C2B1A 0100 0000 FFFFFFFFFFFFFFFF 0400 0400 74696C6C 0000 0000 28000000
            01000000 28000000 9300 0000 00000000 0200 0400 48454654 0900 0100 06000000 0000 0000 28000000
            06000000 30000000 00000000 00000000 E8030000 03000000 C8000000 01020300
            0200 0400 01000000 0000 0000 30000000
            """
        let packet = CapturedPacket(microseconds: 1000, direction: .inbound, bytes: [1, 2, 3], originalLength: 200)
        #expect(writer.header + writer.block(packet) == hex(blocks))
    }

    @Test("the other byte order and nanoseconds are read")
    func bigEndian() throws {
        let blocks = """
            0A0D0D0A 0000001C 1A2B3C4D 0001 0000 FFFFFFFFFFFFFFFF 0000001C
            00000001 00000020 0094 0000 00000000 0009 0001 09000000 0000 0000 00000020
            00000099 00000010 DEADBEEF 00000010
            00000006 00000024 00000000 00000000 000F4240 00000002 00000002 10060000 00000024
            """
        let packet = CapturedPacket(microseconds: 1000, direction: nil, linkType: .datecs, bytes: [0x10, 0x06])
        #expect(try read(hex(blocks)) == [packet])
    }

    @Test("a file cut anywhere gives the packets before the cut, then an error or the end")
    func cut() throws {
        let file = writer.header + packets.flatMap(writer.block)
        for length in 0..<file.count {
            var reader = PcapngReader(Array(file[..<length]))
            var found: [CapturedPacket] = []
            while let packet = try? reader.next() { found.append(packet) }
            #expect(found == Array(packets.prefix(found.count)))
        }
    }

    @Test("any bytes after a header are read or refused", arguments: 0..<300)
    func anyBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var file = writer.header + packets.flatMap(writer.block)
        for _ in 0..<4 { file[Int.random(in: 0..<file.count, using: &random)] = random.number() }
        var reader = PcapngReader(file)
        var count = 0
        while (try? reader.next()) != nil { count += 1 }
        #expect(count <= packets.count)
    }

    @Test("what isn't pcapng is refused at once")
    func notPcapng() {
        let error = WireError(
            offset: 0, expected: "a section header", found: "another block", path: ["pcapng", "block type"])
        #expect(throws: error) { try read(Array("Not a capture".utf8)) }
    }

    private func read(_ file: [UInt8]) throws -> [CapturedPacket] {
        var reader = PcapngReader(file)
        var packets: [CapturedPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        return packets
    }
}
