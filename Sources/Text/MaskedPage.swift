/// A text and what of it is hidden so far.
struct MaskedPage {
    private let scalars: [Unicode.Scalar]
    /// The decimal digit that a scalar stands for, in any script; nil for everything else.
    private let digits: [Int?]
    private var hidden: [Bool]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        digits = scalars.map(decimalDigit)
        hidden = Array(repeating: false, count: scalars.count)
    }

    var text: String {
        var view = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() { view.append(hidden[index] ? "*" : scalar) }
        return String(view)
    }

    /// Hides the digits of card numbers and what follows them on a track.
    mutating func hideNumbers() {
        var index = 0
        while index < scalars.count {
            guard digits[index] != nil else {
                index += 1
                continue
            }
            let run = DigitRun(in: digits, scalars, from: index)
            for number in run.cardNumbers { hideNumber(number) }
            index = run.end
        }
    }

    private mutating func hideNumber(_ places: ArraySlice<Int>) {
        for place in places.dropLast(Masking.shown) { hidden[place] = true }
        guard let last = places.last else { return }
        hideTrack(after: last + 1)
    }

    /// Track 2 goes on after `=` or, in hex, `D` and a digit; track 1 after `^` with the holder's name.
    private mutating func hideTrack(after start: Int) {
        let mark = skipSeparators(from: start)
        guard mark < scalars.count, mark - start <= 2 else { return }
        switch scalars[mark] {
        case "=": hideRest(from: mark + 1, limit: Masking.track2Rest) { decimalDigit($0) != nil || $0 == "=" }
        case "D", "d":
            let next = skipSeparators(from: mark + 1)
            guard next < scalars.count, digits[next] != nil else { return }
            hideRest(from: next, limit: Masking.track2Rest) { decimalDigit($0) != nil }
        case "^": hideRest(from: mark + 1, limit: Masking.track1Rest) { $0.value >= 0x20 && $0 != "?" }
        default: break
        }
    }

    private func skipSeparators(from start: Int) -> Int {
        scalars[start...].firstIndex { !isSeparator($0) } ?? scalars.count
    }

    private mutating func hideRest(from start: Int, limit: Int, while belongs: (Unicode.Scalar) -> Bool) {
        var count = 0
        for index in start..<scalars.count where count < limit {
            if belongs(scalars[index]) {
                hidden[index] = true
                count += 1
            } else if !isSeparator(scalars[index]) {
                return
            }
        }
    }

    /// Hides the values of the data objects 5A (card number) and 57 (track 2) in hex, with or without separators.
    mutating func hideDataObjects() {
        var index = 0
        while index + 1 < scalars.count {
            if let first = hexDigit(scalars[index]), let second = hexDigit(scalars[index + 1]) {
                hideDataObject(tag: first << 4 | second, from: index + 2)
            }
            index += 1
        }
    }

    private mutating func hideDataObject(tag: Int, from start: Int) {
        let limits: ClosedRange<Int>
        switch tag {
        case 0x5A: limits = 7...10
        case 0x57: limits = 8...19
        default: return
        }
        var index = start
        guard let length = nextByte(&index), limits.contains(length.value) else { return }
        var places: [Int] = []
        var value: [Int] = []
        for _ in 0..<length.value {
            guard let byte = nextByte(&index) else { return }
            places += byte.places
            value += [byte.value >> 4, byte.value & 0xF]
        }
        let number = value.prefix { $0 < 10 }
        let rest = value.dropFirst(number.count)
        let fits = tag == 0x5A ? rest.allSatisfy { $0 == 0xF } : rest.first == 0xD
        guard fits, Masking.lengths.contains(number.count) else { return }
        for place in places[..<(number.count - Masking.shown)] { hidden[place] = true }
        for place in places[min(number.count + 1, places.count)...] { hidden[place] = true }
    }

    private func nextByte(_ index: inout Int) -> (value: Int, places: [Int])? {
        index = skipSeparators(from: index)
        guard index + 1 < scalars.count, let high = hexDigit(scalars[index]), let low = hexDigit(scalars[index + 1])
        else { return nil }
        defer { index += 2 }
        return (high << 4 | low, [index, index + 1])
    }
}

private func decimalDigit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return (0x30...0x39).contains(scalar.value) ? Int(scalar.value) - 0x30 : nil }
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
}

private func hexDigit(_ scalar: Unicode.Scalar) -> Int? {
    Character(scalar).isASCII ? Character(scalar).hexDigitValue : nil
}

/// What may stand between the digits of one number: a space, a dash, a dot or the like, but no line break.
func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "-", ".", "_", "/", "|", ",", "'", "\u{B7}": true
    default:
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation, .format: true
        default: false
        }
    }
}
