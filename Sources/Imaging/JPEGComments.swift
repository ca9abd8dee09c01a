/// Takes the comments out of a JPEG: libgd writes its name and version into one.
enum JPEGComments {
    private static let comment: UInt8 = 0xFE
    private static let startOfScan: UInt8 = 0xDA

    /// The bytes as they are where they are no JPEG.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return bytes }
        var kept = Array(bytes.prefix(2))
        var offset = 2
        while let segment = segment(at: offset, in: bytes), segment.marker != startOfScan {
            if segment.marker != comment { kept += bytes[segment.range] }
            offset = segment.range.upperBound
        }
        return kept + bytes[offset...]
    }

    /// A marker, and where it and what belongs to it stand. The length counts its own two bytes.
    private static func segment(at offset: Int, in bytes: [UInt8]) -> (marker: UInt8, range: Range<Int>)? {
        guard offset + 4 <= bytes.count, bytes[offset] == 0xFF else { return nil }
        let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        return end <= bytes.count ? (bytes[offset + 1], offset..<end) : nil
    }
}
