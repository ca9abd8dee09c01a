/// What a scalar means to masking.
struct Sign {
    enum Kind {
        case digit
        /// An ASCII letter.
        case letter
        /// What nobody sees: zero-width and other format characters, NUL (every second byte of UTF-16).
        case nothing
        /// What may stand between the digits of one number.
        case separator
        case lineBreak
        case other
    }

    let kind: Kind
    /// The decimal digit that it stands for, in any script; -1 for everything else.
    let digit: Int8
    /// The hexadecimal digit, ASCII only; -1 for everything else.
    let nibble: Int8

    var isWord: Bool { kind == .digit || kind == .letter }

    /// What stands for something hidden.
    static let hidden = Sign(.other)

    private init(_ kind: Kind, digit: Int8 = -1, nibble: Int8 = -1) {
        self.kind = kind
        self.digit = digit
        self.nibble = nibble
    }

    init(_ scalar: Unicode.Scalar) {
        self = scalar.isASCII ? Self.ascii[Int(scalar.value)] : Self(other: scalar)
    }

    private static let ascii: [Sign] = (0..<128).map { Sign(ascii: UInt8($0)) }

    private init(ascii: UInt8) {
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let value = Int8(ascii - UInt8(ascii: "0"))
            self.init(.digit, digit: value, nibble: value)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self.init(.letter, nibble: Int8(ascii - UInt8(ascii: "A") + 10))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self.init(.letter, nibble: Int8(ascii - UInt8(ascii: "a") + 10))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): self.init(.letter)
        case 0: self.init(.nothing)
        case 0x0A, 0x0B, 0x0C, 0x0D: self.init(.lineBreak)
        default: self.init(" \t-._/|,'+~".utf8.contains(ascii) ? .separator : .other)
        }
    }

    private init(other scalar: Unicode.Scalar) {
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            self.init(.digit, digit: Int8(value))
            return
        }
        if scalar.properties.isDefaultIgnorableCodePoint {
            self.init(.nothing)
            return
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation: self.init(.separator)
        case .format: self.init(.nothing)
        case .lineSeparator, .paragraphSeparator: self.init(.lineBreak)
        default: self.init(["\u{B7}", "\u{2022}", "\u{2044}", "\u{2212}"].contains(scalar) ? .separator : .other)
        }
    }
}
