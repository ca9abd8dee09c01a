import Text

extension [UInt8] {
    /// With the digits of card numbers and tracks replaced by `*`, byte for byte. The bytes are taken as UTF-8; what
    /// isn't stays.
    var withCardNumbersMasked: [UInt8] {
        var text = String.UnicodeScalarView()
        var widths: [Int] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = makeIterator()
        parsing: while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                text.append(Unicode.UTF8.decode(encoded))
                widths.append(encoded.count)
            case .error(let length):
                text.append("\u{FFFD}")
                widths.append(length)
            case .emptyInput: break parsing
            }
        }
        return replacing(text, by: Masking.mask(String(text)).unicodeScalars, widths)
    }

    /// Puts a `*` where one has come into the text.
    private func replacing(
        _ text: String.UnicodeScalarView, by masked: String.UnicodeScalarView, _ widths: [Int]
    ) -> [UInt8] {
        var bytes = self
        var offset = 0
        for ((old, new), width) in zip(zip(text, masked), widths) {
            if old != new {
                for index in offset..<offset + width { bytes[index] = UInt8(ascii: "*") }
            }
            offset += width
        }
        return bytes
    }
}
