public import EMV
import Wire

/// Data objects of a transaction, a log record, a receipt or the terminal, and what they mean. Source: datecs.md 9.2.
public struct Record: Hashable, Sendable {
    /// In their order on the wire, those outside the table too.
    public var objects: [TLV]

    public init(_ objects: [TLV] = []) { self.objects = objects }
}

extension Record {
    /// - Throws: `WireError` where a length lies, a number or digits aren't, or a tag comes twice: then it couldn't be
    ///   told which one is meant.
    init(_ reader: inout ByteReader) throws(WireError) {
        let start = reader
        objects = try reader.objects()
        var seen: Set<Tag> = []
        for object in objects {
            let isRepeated = !seen.insert(object.tag).inserted
            guard !isRepeated || object.tag == .applicationName else {
                throw start.error(object.tag.text, expected: "once", found: "twice")
            }
            guard object.isWellFormed else {
                throw start.error(
                    object.tag.text, expected: object.tag.format?.rule ?? "a value", found: "another form")
            }
        }
    }

    /// The value; nil where there is no such object, or one that holds others.
    public func bytes(_ tag: Tag) -> [UInt8]? {
        objects.first { $0.tag == tag }?.value
    }

    /// A big-endian number of one to eight bytes: sizes vary. *seen* Nil where it is absent or empty.
    public func number(_ tag: Tag) -> UInt64? {
        guard let bytes = bytes(tag), (1...8).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number in binary-coded decimal; nil where it is absent, empty or none.
    public func bcd(_ tag: Tag) -> Int? {
        guard let bytes = bytes(tag), (1...TagFormat.maxDigitBytes).contains(bytes.count) else { return nil }
        var reader = ByteReader(bytes)
        return try? reader.bcd(bytes.count, tag.text)
    }

    /// Text, not yet printable; nil where it is absent.
    public func text(_ tag: Tag) -> String? {
        bytes(tag).map { String(windows1251: $0) }
    }

    /// The texts of a tag that comes more than once.
    public func texts(_ tag: Tag) -> [String] {
        objects.filter { $0.tag == tag }.compactMap(\.value).map { String(windows1251: $0) }
    }
}

extension Record: CustomStringConvertible {
    /// Safe to print: tags and lengths.
    public var description: String { objects.map(\.description).joined(separator: ", ") }
}

extension TLV {
    /// A number in as many bytes as the table says for the tag, else in four. What doesn't fit is taken as the largest.
    public init(_ tag: Tag, number: some FixedWidthInteger) {
        let size = tag.format?.size ?? 4
        let largest = size >= 8 ? UInt64.max : UInt64(1) << (8 * size) - 1
        let value = min(UInt64(clamping: number), largest)
        self.init(tag, (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    /// A number in binary-coded decimal, in as many bytes as the table says for the tag, else in four.
    public init(_ tag: Tag, bcd number: Int) {
        var bytes: [UInt8] = []
        bytes.append(bcd: number, count: tag.format?.size ?? 4)
        self.init(tag, bytes)
    }

    /// Text in Windows-1251. What that lacks becomes a question mark.
    public init(_ tag: Tag, text: String) {
        self.init(tag, text.windows1251)
    }

    /// An empty value is legal anywhere. *seen* (datecs.md 9.1)
    fileprivate var isWellFormed: Bool {
        guard let format = tag.format else { return true }
        guard let value else { return false }
        return value.isEmpty || format.accepts(value)
    }
}
