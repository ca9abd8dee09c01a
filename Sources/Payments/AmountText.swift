/// Reads an amount as people write it, for the command line and for pasted text.
///
/// Point and comma may both be the decimal sign; groups of three may be separated by point, comma, apostrophe or any
/// Unicode space. Without a separator the text means whole units. Integers all the way: no binary fraction anywhere.
/// Source: console.md "Amount entry", cases.md C6, C8, C11, C13.
public enum AmountText {
    /// The longest text looked at. [own choice: 4,294,967,295 grouped takes 13]
    static let longestText = 40

    /// - Throws: `AmountError`; a text that can be read in two ways is refused.
    public static func parse(_ text: String, currency: Currency) throws(AmountError) -> Money {
        let marks = try marks(text)
        let point = try decimalPoint(in: marks, exponent: currency.exponent)
        let whole = try wholeDigits(marks[..<(point ?? marks.count)])
        let fraction = point.map { marks[($0 + 1)...] } ?? []
        guard !whole.isEmpty || !fraction.isEmpty else { throw .notAnAmount }
        guard fraction.count <= currency.exponent else { throw .tooManyDecimals }
        let padding = Array(repeating: 0, count: currency.exponent - fraction.count)
        return Money(minorUnits: try minorUnits(whole + fraction.compactMap(\.digit) + padding), currency: currency)
    }

    /// One character, as far as it matters.
    private enum Mark: Equatable {
        case digit(Int)
        case point, comma, apostrophe, space

        var digit: Int? { if case .digit(let value) = self { value } else { nil } }
    }

    private static func marks(_ text: String) throws(AmountError) -> [Mark] {
        let scalars = text.unicodeScalars.prefix(longestText + 1)
        guard scalars.count <= longestText else { throw .notAnAmount }
        let trimmed = scalars.drop { $0.properties.isWhitespace }.reversed().drop { $0.properties.isWhitespace }
        var marks: [Mark] = []
        for scalar in trimmed.reversed() { marks.append(try mark(scalar)) }
        guard !marks.isEmpty else { throw .notAnAmount }
        return marks
    }

    private static func mark(_ scalar: Unicode.Scalar) throws(AmountError) -> Mark {
        switch scalar {
        case "0"..."9": return .digit(Int(scalar.value - 0x30))
        case ".": return .point
        case ",": return .comma
        case "'", "\u{2019}", "\u{02BC}": return .apostrophe
        case "+", "-", "\u{2212}", "\u{2010}"..."\u{2015}", "\u{FF0B}", "\u{FF0D}": throw .sign
        case _ where scalar.properties.generalCategory == .spaceSeparator: return .space
        default: throw .unexpectedCharacter
        }
    }

    /// Where the decimal sign stands; nil where there is none. The last of two kinds is it; a kind that comes
    /// twice groups.
    private static func decimalPoint(in marks: [Mark], exponent: Int) throws(AmountError) -> Int? {
        let signs = marks.indices.filter { marks[$0] == .point || marks[$0] == .comma }
        guard let last = signs.last else { return nil }
        let sameKind = signs.filter { marks[$0] == marks[last] }
        guard sameKind.count == 1 else {
            guard sameKind.count == signs.count else { throw .misplacedSeparator }
            return nil
        }
        guard marks[last...].allSatisfy({ $0.digit != nil || $0 == marks[last] }) else { throw .misplacedSeparator }
        let isAlone = marks[..<last].allSatisfy { $0.digit != nil }
        guard isAlone, last > 0, marks.count - last - 1 == 3 else { return last }
        switch exponent {
        case 0: return nil
        case 3: return last
        default: throw .ambiguous
        }
    }

    /// The digits before the decimal sign, once their grouping has been found sound: one kind, groups of three.
    private static func wholeDigits(_ marks: ArraySlice<Mark>) throws(AmountError) -> [Int] {
        let separators = marks.filter { $0.digit == nil }
        guard let separator = separators.first else { return marks.compactMap(\.digit) }
        guard separators.allSatisfy({ $0 == separator }) else { throw .misplacedSeparator }
        let groups = marks.split(separator: separator, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), first.first != .digit(0),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { throw .misplacedSeparator }
        return groups.joined().compactMap(\.digit)
    }

    private static func minorUnits(_ digits: [Int]) throws(AmountError) -> Int64 {
        var sum: Int64 = 0
        for digit in digits {
            sum = sum * 10 + Int64(digit)
            guard sum <= Money.largestOnTheWire else { throw .tooLarge }
        }
        guard sum > 0 else { throw .zero }
        return sum
    }
}
