import TestKit
import Text

/// Card numbers of no card.
enum PAN {
    /// The digits of a random number that passes the Luhn check, of a length and a beginning that issuers use.
    static func random(_ random: inout SeededGenerator) -> [Int] {
        let kinds: [(beginning: [Int], length: Int)] = [
            ([4], 13), ([4], 16), ([4], 19), ([5, 1], 16), ([5, 5], 16), ([2, 2, 2, 1], 16), ([3, 7], 15),
            ([3, 6], 14),
            ([3, 5, 2, 8], 16), ([6, 2], 16), ([6, 2], 19), ([6, 0, 1, 1], 16), ([5, 0], 13), ([5, 8], 18),
        ]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        var digits = kind.beginning
        while digits.count < kind.length - 1 { digits.append(Int.random(in: 0...9, using: &random)) }
        return digits + [check(digits)]
    }

    private static func check(_ digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset % 2 == 0 ? digit.element * 2 : digit.element
            return sum + value / 10 + value % 10
        }
        return (10 - sum % 10) % 10
    }
}

/// A card number in a text, spelled digit by digit.
struct Planted {
    private var text = "no. "
    /// The numbers of the scalars that spell the digits which must not be read afterwards.
    private var middle: [Range<Int>] = []

    /// - Parameter spell: what stands before a digit, and what spells it.
    init(
        _ digits: [Int], _ random: inout SeededGenerator, spell: (Int, inout SeededGenerator) -> (String, String)
    ) {
        for (index, digit) in digits.enumerated() {
            let (lead, spelled) = spell(digit, &random)
            text += lead
            let start = text.unicodeScalars.count
            text += spelled
            if index < digits.count - 4 { middle.append(start..<text.unicodeScalars.count) }
        }
        text += " end"
    }

    var masked: String { Masking.mask(text) }

    var isHidden: Bool {
        let masked = Array(masked.unicodeScalars)
        return middle.joined().allSatisfy { masked[$0] == "*" }
    }
}

/// What masking must be able to read, written by other code.
enum SampleBase64 {
    static func text(_ bytes: [UInt8], isURL: Bool, padded: Bool) -> String {
        let end = isURL ? "-_" : "+/"
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + end)
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0...group.count { text.append(signs[bits >> (18 - 6 * index) & 63]) }
            if padded { text += String(repeating: "=", count: 3 - group.count) }
        }
        return text
    }
}

extension String {
    func inGroups(of width: Int) -> [String] {
        let characters = Array(self)
        return stride(from: 0, to: characters.count, by: width).map {
            String(characters[$0..<Swift.min($0 + width, characters.count)])
        }
    }
}
