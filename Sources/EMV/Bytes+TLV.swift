extension [UInt8] {
    /// Appends a data object. Lengths up to 127 take one byte, longer ones the fewest that can say them.
    public mutating func append(_ object: TLV) {
        append(contentsOf: object.tag.bytes)
        switch object.content {
        case .value(let bytes): append(measured: bytes)
        case .objects(let objects): append(measured: [UInt8](objects))
        }
    }

    /// Data objects one behind the other.
    public init(_ objects: [TLV]) {
        self = []
        for object in objects { append(object) }
    }

    /// Tags one behind the other: a request for data objects.
    public init(_ tags: [Tag]) {
        self = tags.flatMap(\.bytes)
    }

    private mutating func append(measured bytes: [UInt8]) {
        if bytes.count > TLV.longestShortValue {
            let bits = Int.bitWidth - bytes.count.leadingZeroBitCount
            let countBytes = (bits + 7) / 8
            append(0x80 | UInt8(countBytes))
            for index in (0..<countBytes).reversed() { append(UInt8(truncatingIfNeeded: bytes.count >> (8 * index))) }
        } else {
            append(UInt8(bytes.count))
        }
        append(contentsOf: bytes)
    }
}
