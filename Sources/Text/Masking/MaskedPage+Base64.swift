/// Numbers in base64. The pieces that hold one are hidden whole.
extension MaskedPage {
    /// Signs that hold seven bytes: thirteen half bytes.
    private static let shortestPacked = 10
    /// Signs that hold thirteen bytes.
    private static let shortestText = 18

    mutating func hideBase64(depth: Int) {
        var place = 0
        while place < scalars.count {
            guard Base64Run.value(scalars[place]) != nil else {
                place += 1
                continue
            }
            let run = Base64Run(in: self, from: place)
            if run.values.count >= Self.shortestPacked { hide(run, depth: depth) }
            place = run.end
        }
    }

    private mutating func hide(_ run: Base64Run, depth: Int) {
        var found: [Range<Int>] = []
        for unit in run.units where unit.count >= Self.shortestPacked && !isHex(run, unit) && !isWord(run, unit) {
            found += Self.packed(run, unit, padding: unit.upperBound == run.values.count ? run.padding : 0)
        }
        if run.values.count >= Self.shortestText {
            for start in 0..<4 { found += Self.characters(run, start..<run.values.count) }
            for unit in run.units where unit.count >= Self.shortestText {
                found += Self.nested(run.text(unit), depth: depth)
            }
        }
        hidePieces(of: run, touching: found)
    }

    private mutating func hidePieces(of run: Base64Run, touching parts: [Range<Int>]) {
        guard !parts.isEmpty else { return }
        var isTouched = Array(repeating: false, count: run.values.count)
        for part in parts { for index in part { isTouched[index] = true } }
        for piece in run.pieces where isTouched[piece].contains(true) {
            for index in piece { hide(run.places[index]) }
            guard piece.upperBound == run.places.count else { continue }
            for place in (run.end - run.padding)..<run.end { hide(place) }
        }
    }

    /// What has the form of a GUID or a digest, or only digits, is no base64.
    private func isHex(_ run: Base64Run, _ unit: Range<Int>) -> Bool {
        let places = run.places[unit]
        if places.allSatisfy({ isDigest[$0] || isApart[$0] }) { return true }
        return places.allSatisfy { signs[$0].kind == .digit || signs[$0].kind == .separator }
    }

    /// Letters alone, of which no encoder makes a whole number of bytes.
    private func isWord(_ run: Base64Run, _ unit: Range<Int>) -> Bool {
        let spare = [0, 63, 15, 3][unit.count % 4]
        guard spare > 0, let last = unit.last, run.values[last] & UInt8(spare) != 0 || unit.count % 4 == 1 else {
            return false
        }
        return run.places[unit].allSatisfy { signs[$0].kind == .letter }
    }

    /// Half bytes: from the start, from where the padding says that four signs begin, and after a prefix.
    private static func packed(_ run: Base64Run, _ unit: Range<Int>, padding: Int) -> [Range<Int>] {
        var starts: Set<Int> = [unit.lowerBound]
        if padding > 0 { starts.insert(unit.lowerBound + (unit.count + padding) % 4) }
        if let mark = run.values[unit].firstIndex(where: { $0 >= 62 }) { starts.insert(mark + 1) }
        let holds = starts.contains { start in
            let nibbles = Nibbles(bytes: run.text(start..<unit.upperBound).bytes)
            return !nibbles.issuedNumbers.isEmpty || !nibbles.dataObjects.isEmpty
        }
        return holds ? [unit] : []
    }

    /// Digits of ASCII close together: elsewhere there is no number.
    private static func characters(_ run: Base64Run, _ part: Range<Int>) -> [Range<Int>] {
        guard part.count >= shortestText else { return [] }
        let text = run.text(part)
        return text.denseParts.filter { !text[$0].hidden(depth: 0).isEmpty }.map { part in
            text.origin(part.lowerBound).lowerBound..<text.origin(part.upperBound - 1).upperBound
        }
    }

    /// Text in base64 may hold other encodings.
    private static func nested(_ text: EncodedText, depth: Int) -> [Range<Int>] {
        guard depth > 1, text.bytes.allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) else {
            return []
        }
        return text.hidden(depth: depth - 1)
    }
}

extension EncodedText {
    /// More bytes between two digits are no separators. [own choice]
    private static let widestGap = 8

    /// Where digits of ASCII stand close together, enough for a card number.
    fileprivate var denseParts: [Range<Int>] {
        var parts: [Range<Int>] = []
        var (first, last, count) = (0, -Self.widestGap, 0)
        for (place, byte) in bytes.enumerated() where byte.isDigit {
            if place - last > Self.widestGap {
                if count >= Masking.lengths.lowerBound { parts.append(first..<(last + 1)) }
                (first, count) = (place, 0)
            }
            last = place
            count += 1
        }
        return count >= Masking.lengths.lowerBound ? parts + [first..<(last + 1)] : parts
    }

    /// A part of it; the bytes beside it count as no digits.
    fileprivate subscript(part: Range<Int>) -> EncodedText {
        var text = EncodedText()
        for place in part { text.append(bytes[place], from: origin(place)) }
        return text
    }
}
