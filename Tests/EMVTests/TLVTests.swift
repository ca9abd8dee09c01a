import EMV
import TestKit
import Testing
import Wire

@Suite("Data objects")
struct TLVTests {
    @Test(
        "a tag is one to three bytes, as its bits say",
        arguments: [("81", 0x81), ("9A", 0x9A), ("C1", 0xC1), ("9F41", 0x9F41), ("DF05", 0xDF05), ("DFC101", 0xDFC101)]
            as [(String, UInt32)])
    func tags(_ text: String, _ number: UInt32) throws {
        var reader = ByteReader(hex(text))
        #expect(try reader.tag() == Tag(rawValue: number))
        #expect(Tag(rawValue: number).bytes == hex(text))
        #expect(Tag(rawValue: number).text == text)
    }

    @Test("tags run together in a request come apart again")
    func bareTags() throws {
        let tags = [0x81, 0x9F41, 0x9A, 0xDF8003].map { Tag(rawValue: $0) }
        var reader = ByteReader([UInt8](tags))
        #expect([UInt8](tags) == hex("81 9F41 9A DF8003"))
        #expect(try reader.tags() == tags)
    }

    @Test("an empty value is a value")
    func empty() throws {
        #expect(try objects("DF5300 DF5400") == [TLV(Tag(rawValue: 0xDF53), []), TLV(Tag(rawValue: 0xDF54), [])])
    }

    @Test("a constructed tag holds objects, and comes back the same")
    func nested() throws {
        let inner = TLV(Tag(rawValue: 0x8A), [0x30, 0x30])
        let outer = TLV(tag: Tag(rawValue: 0xE6), content: .objects([inner, TLV(Tag(rawValue: 0x81), [1])]))
        #expect(try objects("E607 8A023030 810101") == [outer])
        #expect([UInt8]([outer]) == hex("E607 8A023030 810101"))
    }

    @Test(
        "lengths of up to three bytes are read, and the shortest form is written",
        arguments: [0, 127, 128, 255, 256, 70_000])
    func lengths(_ count: Int) throws {
        let object = TLV(Tag(rawValue: 0x81), [UInt8](repeating: 7, count: count))
        let bytes = [UInt8]([object])
        #expect(bytes.count == 1 + count + (count < 128 ? 1 : count < 256 ? 2 : count < 65_536 ? 3 : 4))
        var reader = ByteReader(bytes)
        #expect(try reader.objects() == [object])
    }

    @Test("a length in more bytes than it needs is read")
    func longForm() throws {
        #expect(try objects("81 820001 05") == [TLV(Tag(rawValue: 0x81), [5])])
    }

    @Test(
        "what can't be read is told with its place",
        arguments: [
            ("8105 01", 1, ["81", "length"]), ("81", 1, ["81"]), ("9F", 1, ["tag"]), ("DF80808001", 0, ["tag"]),
            ("810101 00", 3, ["tag"]), ("8180", 1, ["81", "length"]), ("818401010101", 1, ["81", "length"]),
            ("8181", 2, ["81"]), ("8182FFFF00", 1, ["81", "length"]), ("E603 810501", 3, ["E6", "81", "length"]),
        ] as [(String, Int, [String])])
    func errors(_ text: String, _ offset: Int, _ path: [String]) {
        let error = #expect(throws: WireError.self) { try objects(text) }
        #expect(error?.offset == offset)
        #expect(error?.path == path)
    }

    @Test("sixteen objects inside each other are read, one more is refused")
    func depth() {
        func nested(_ depth: Int) -> [UInt8] {
            (1..<depth).reduce([0x81, 0x00]) { inner, _ in [0xE6, UInt8(inner.count)] + inner }
        }
        var deepest = ByteReader(nested(TLV.maxDepth))
        #expect(throws: Never.self) { try deepest.objects() }
        var deeper = ByteReader(nested(TLV.maxDepth + 1))
        #expect(throws: WireError.self) { try deeper.objects() }
    }

    @Test("any bytes are read or refused, and what is read is written the same", arguments: 0..<300)
    func anyBytes(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var reader = ByteReader(random.bytes(Int.random(in: 0...40, using: &random), favourite: 0x01))
        guard let read = try? reader.objects() else { return }
        var again = ByteReader([UInt8](read))
        #expect(try again.objects() == read)
    }

    @Test("an object's text has no value in it")
    func description() {
        let object = TLV(Tag(rawValue: 0xDF8003), Array("0000".utf8))
        #expect("\(object)" == "DF8003 (4 bytes)")
        #expect("\(TLV(tag: Tag(rawValue: 0xE6), content: .objects([object])))" == "E6 [DF8003 (4 bytes)]")
    }

    private func objects(_ text: String) throws(WireError) -> [TLV] {
        var reader = ByteReader(hex(text))
        return try reader.objects()
    }
}
