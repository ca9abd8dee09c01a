extension String {
    /// Text of a field: ASCII, and Windows-1251 above 0x7F. *inferred* (datecs.md 9.1). No byte is lost: 98, which the
    /// table leaves open, is U+0098. The text is not yet printable.
    init(windows1251 bytes: some Sequence<UInt8>) {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Windows1251.scalar(byte)) }
        self.init(scalars)
    }

    /// The same the other way round, a byte for each scalar. What the table lacks becomes a question mark.
    var windows1251: [UInt8] {
        unicodeScalars.map { Windows1251.byte($0) ?? UInt8(ascii: "?") }
    }
}

enum Windows1251 {
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]
    }

    static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.isASCII ? UInt8(scalar.value) : upper.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
    }

    /// 80 to FF.
    private static let upper: [Unicode.Scalar] =
        Array("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ".unicodeScalars)
        + Array("ђ‘’“”•–—\u{98}™љ›њќћџ".unicodeScalars)
        + Array("\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї".unicodeScalars)
        + Array("°±Ііґµ¶·ё№є»јЅѕї".unicodeScalars)
        + (0x0410...0x044F).compactMap { Unicode.Scalar($0 as UInt32) }
}
