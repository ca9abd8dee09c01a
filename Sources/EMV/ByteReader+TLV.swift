public import Wire

extension ByteReader {
    /// The data objects that fill the rest.
    /// - Throws: `WireError` where a tag is none, a length promises more than there is or objects lie too deep.
    public mutating func objects() throws(WireError) -> [TLV] {
        try objects(depth: 1)
    }

    /// The tags that fill the rest, without lengths: a request for data objects.
    /// - Throws: `WireError` where a tag is none.
    public mutating func tags() throws(WireError) -> [Tag] {
        var tags: [Tag] = []
        while !isAtEnd { tags.append(try tag()) }
        return tags
    }

    /// - Throws: `WireError` where it is longer than three bytes, is cut off or begins with 00, which no tag does.
    public mutating func tag() throws(WireError) -> Tag {
        let start = self
        let first = try uint8("tag")
        guard first != 0 else { throw start.error("tag", expected: "a tag", found: "00") }
        guard first & Tag.Mark.longer == Tag.Mark.longer else { return Tag(rawValue: UInt32(first)) }
        var number = UInt32(first)
        for _ in 1..<Tag.maxBytes {
            let byte = try uint8("tag")
            number = number << 8 | UInt32(byte)
            if byte & Tag.Mark.more == 0 { return Tag(rawValue: number) }
        }
        throw start.error("tag", expected: "at most \(Tag.maxBytes) bytes", found: "more")
    }

    private mutating func objects(depth: Int) throws(WireError) -> [TLV] {
        guard depth <= TLV.maxDepth else {
            throw error("depth", expected: "at most \(TLV.maxDepth)", found: "more")
        }
        var objects: [TLV] = []
        while !isAtEnd { objects.append(try object(depth: depth)) }
        return objects
    }

    private mutating func object(depth: Int) throws(WireError) -> TLV {
        let tag = try tag()
        let count = try length(of: tag)
        guard tag.isConstructed else { return TLV(tag, try take(count, tag.text)) }
        var inner = try slice(count, tag.text)
        return TLV(tag: tag, content: .objects(try inner.objects(depth: depth + 1)))
    }

    /// Below 0x80 the byte is the length. Above, it says how many bytes of length follow; 0x80 itself, "until further
    /// notice", is no length here.
    private mutating func length(of tag: Tag) throws(WireError) -> Int {
        let start = self
        let first = try uint8(tag.text)
        let isShort = first <= TLV.longestShortValue
        let countBytes = Int(first & 0x7F)
        guard isShort || (1...Self.maxLengthBytes).contains(countBytes) else {
            throw start.error(
                tag.text, "length", expected: "1 to \(Self.maxLengthBytes) bytes of length", found: "\(countBytes)")
        }
        let length = isShort ? Int(first) : try take(countBytes, tag.text).reduce(0) { $0 << 8 | Int($1) }
        guard length <= remaining else {
            throw start.error(tag.text, "length", expected: "at most \(remaining)", found: "\(length)")
        }
        return length
    }

    /// Longer lengths than `83 FF FF FF` measure nothing that a frame could hold. *own choice*
    private static let maxLengthBytes = 3
}
