/// A text within another one, in some encoding of bytes.
struct EncodedText {
    private(set) var bytes: [UInt8] = []
    /// For each byte, what of the outer text says it.
    private var origins: [Range<Int>] = []

    func origin(_ place: Int) -> Range<Int> { origins[place] }

    mutating func append(_ byte: UInt8, from origin: Range<Int>) {
        bytes.append(byte)
        origins.append(origin)
    }

    mutating func append(_ scalar: Unicode.Scalar, from origin: Range<Int>) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte, from: origin) }
    }

    /// Reads it as people write, then as the outer text was read.
    /// - Returns: what of the outer text has to be hidden.
    func hidden(depth: Int) -> [Range<Int>] {
        var (scalars, places): ([Unicode.Scalar], [Range<Int>]) = ([], [])
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        parsing: while true {
            let width: Int
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                scalars.append(Unicode.UTF8.decode(encoded))
                width = encoded.count
            case .error(let length):
                scalars.append("\u{FFFD}")
                width = length
            case .emptyInput: break parsing
            }
            places.append(origins[offset].lowerBound..<origins[offset + width - 1].upperBound)
            offset += width
        }
        var page = MaskedPage(scalars)
        page.hideNumbers(depth: depth)
        return scalars.indices.filter { page.isHidden[$0] }.map { places[$0] }
    }
}
