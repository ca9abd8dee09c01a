import Text

/// A card number while its request is answered; nothing keeps one.
struct HiPayCardNumber {
    /// Digits. Source: gateways.md A.4.
    private let digits: String

    init(_ digits: String) throws(HiPayError) {
        guard Self.passesLuhn(digits) else { throw .luhn }
        self.digits = digits
    }

    /// As the vault has it, with x; a transaction has it with *. Source: gateways.md A.4, A.6.
    var masked: String {
        digits.prefix(6) + String(repeating: "x", count: digits.utf8.count - 10) + digits.suffix(4)
    }

    var brand: HiPayBrand { HiPayBrand.of(digits) }

    /// The vendor's test card whose payer is asked. Source: gateways.md A.12.
    var asksPayer: Bool { digits == "4242424242424242" }

    /// A card's number stands in a text, whatever spaces and dashes are in it. Random digits are seldom taken for one.
    static func stands(in text: String) -> Bool {
        let joined = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let runs = joined.split { !(0x30...0x39).contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        return runs.contains { $0.utf8.count >= 13 && Masking.mask($0) != $0 && isIssued($0) }
    }

    private static func isIssued(_ digits: String) -> Bool {
        digits.utf8.count <= 19 && passesLuhn(digits) && HiPayBrand.of(digits) != .unknown
    }

    private static func passesLuhn(_ digits: String) -> Bool {
        let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element) - 0x30
            guard digit.offset % 2 == 1 else { return sum + value }
            return sum + (value > 4 ? value * 2 - 9 : value * 2)
        }
        return sum % 10 == 0
    }
}

/// The raw value is the vault's word. Source: gateways.md A.7.
enum HiPayBrand: String, Hashable, CaseIterable {
    case visa = "VISA"
    case mastercard = "MASTERCARD"
    case americanExpress = "AMERICAN EXPRESS"
    case bancontact = "BCMC"
    case maestro = "MAESTRO"
    case unknown = "UNKNOWN"

    /// By the first digits.
    static func of(_ digits: String) -> HiPayBrand {
        let four = Int(digits.prefix(4)) ?? 0
        switch four {
        case 3400...3499, 3700...3799: return .americanExpress
        case 4000...4999: return .visa
        case 5100...5599, 2221...2720: return .mastercard
        case 6703: return .bancontact
        case 5000...5099, 5600...6999: return .maestro
        default: return .unknown
        }
    }

    /// How products are named; nil where there is none.
    var product: String? {
        switch self {
        case .visa: "visa"
        case .mastercard: "mastercard"
        case .americanExpress: "american-express"
        case .bancontact: "bcmc"
        case .maestro: "maestro"
        case .unknown: nil
        }
    }

    var cvcLengths: ClosedRange<Int> { self == .americanExpress ? 4...4 : 3...3 }
    var needsCVC: Bool { self != .bancontact && self != .maestro }
}
