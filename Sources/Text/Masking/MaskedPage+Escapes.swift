/// Numbers behind escapes: `%34`, `\u0034`, `\x34`, `&#52;`, `&nbsp;`, and numbers with tags in them.
extension MaskedPage {
    /// Tags and entities that are longer are none. [own choice]
    private static let longestTag = 256
    private static let longestEntity = 10

    mutating func hideEscaped(depth: Int) {
        guard scalars.contains(where: { $0 == "%" || $0 == "\\" || $0 == "&" || $0 == "<" }) else { return }
        var inner = EncodedText()
        var (place, isEscaped) = (0, false)
        while place < scalars.count {
            guard let found = escape(at: place) else {
                inner.append(scalars[place], from: place..<(place + 1))
                place += 1
                continue
            }
            isEscaped = true
            switch found.value {
            case .byte(let byte): inner.append(byte, from: place..<found.end)
            case .scalar(let scalar): inner.append(scalar, from: place..<found.end)
            }
            place = found.end
        }
        guard isEscaped else { return }
        for part in inner.hidden(depth: depth - 1) { hide(part) }
    }

    private enum Escaped {
        case byte(UInt8)
        case scalar(Unicode.Scalar)
    }

    private func escape(at place: Int) -> (value: Escaped, end: Int)? {
        switch scalars[place] {
        case "%": number(from: place + 1, digits: 2).map { (.byte(UInt8($0)), place + 3) }
        case "\\": backslash(at: place)
        case "&": entity(at: place)
        case "<": end(ofTagAt: place).map { (.scalar(" "), $0) }
        default: nil
        }
    }

    private func backslash(at place: Int) -> (value: Escaped, end: Int)? {
        guard place + 1 < scalars.count else { return nil }
        switch scalars[place + 1] {
        case "u": return number(from: place + 2, digits: 4).map { (.scalar(Unicode.Scalar($0) ?? "?"), place + 6) }
        case "x": return number(from: place + 2, digits: 2).map { (.byte(UInt8($0)), place + 4) }
        case "n", "r": return (.scalar("\n"), place + 2)
        case "t": return (.scalar("\t"), place + 2)
        case "/": return (.scalar("/"), place + 2)
        case "0":
            guard let digits = number(from: place + 2, digits: 2), digits & 0x88 == 0 else { return nil }
            return (.byte(UInt8((digits >> 4) << 3 | digits & 7)), place + 4)
        default: return nil
        }
    }

    /// A character's number, or a name; all names stand for a space, for what else could stand in a number.
    private func entity(at place: Int) -> (value: Escaped, end: Int)? {
        let last = scalars[place...].prefix(Self.longestEntity).firstIndex(of: ";")
        guard let last, last > place + 1 else { return nil }
        guard scalars[place + 1] == "#" else { return (.scalar("\u{A0}"), last + 1) }
        let isHex = scalars[place + 2] == "x" || scalars[place + 2] == "X"
        let digits = String(String.UnicodeScalarView(scalars[(place + (isHex ? 3 : 2))..<last]))
        guard let value = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value) else { return nil }
        return (.scalar(scalar), last + 1)
    }

    private func end(ofTagAt place: Int) -> Int? {
        guard place + 1 < scalars.count, signs[place + 1].kind == .letter || scalars[place + 1] == "/" else {
            return nil
        }
        let end = scalars[(place + 1)...].prefix(Self.longestTag).firstIndex { $0 == ">" || $0 == "<" }
        guard let end, scalars[end] == ">" else { return nil }
        return end + 1
    }

    private func number(from start: Int, digits: Int) -> UInt32? {
        guard start + digits <= scalars.count else { return nil }
        var value: UInt32 = 0
        for place in start..<(start + digits) {
            guard signs[place].nibble >= 0 else { return nil }
            value = value << 4 | UInt32(signs[place].nibble)
        }
        return value
    }
}
