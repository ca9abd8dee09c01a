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

extension [UInt8] {
    /// With what stands in `CardToken` elements replaced by `*`, byte for byte; to the end where the element has none.
    /// Who has a token can charge the card.
    var withTokensHidden: [UInt8] {
        let name = Array("<CardToken".utf8)
        var bytes = self
        var index = 0
        while index + name.count <= count {
            guard self[index..<index + name.count].elementsEqual(name) else {
                index += 1
                continue
            }
            index = bytes.hideText(from: index + name.count)
        }
        return bytes
    }

    /// Hides the text of the element whose name ends at `start`, unless the name goes on.
    /// - Returns: where it ends.
    private mutating func hideText(from start: Int) -> Int {
        guard start < count, [0x3E, 0x20, 0x09, 0x0A, 0x0D].contains(self[start]),
            let open = self[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return start }
        let end = self[open...].firstIndex(of: UInt8(ascii: "<")) ?? count
        for index in open + 1..<end { self[index] = UInt8(ascii: "*") }
        return end
    }
}
