/// Digits in a row, of any part of which can be asked whether it is a card number, each time at once.
struct CardDigits {
    let values: [UInt8]
    /// The sums of the digits before each place, with every second one doubled: the even places, and the odd ones.
    private let sums: (evenDoubled: [Int], oddDoubled: [Int])
    /// How many digits before each place are not zero.
    private let filled: [Int]

    init(_ values: [UInt8]) {
        self.values = values
        var (even, odd, filled) = ([0], [0], [0])
        for (place, value) in values.enumerated() {
            let digit = Int(value)
            let doubled = digit > 4 ? digit * 2 - 9 : digit * 2
            even.append(even[place] + (place % 2 == 0 ? doubled : digit))
            odd.append(odd[place] + (place % 2 == 0 ? digit : doubled))
            filled.append(filled[place] + (digit == 0 ? 0 : 1))
        }
        sums = (even, odd)
        self.filled = filled
    }

    /// The check digit of ISO/IEC 7812-1. A number of zeros alone passes it and is none.
    func passesLuhn(_ part: Range<Int>) -> Bool {
        guard filled[part.upperBound] > filled[part.lowerBound] else { return false }
        // The last digit stays as it is, so the doubled ones are at even places where the end is even.
        let sums = part.upperBound % 2 == 0 ? sums.evenDoubled : sums.oddDoubled
        return (sums[part.upperBound] - sums[part.lowerBound]) % 10 == 0
    }

    /// Passes the Luhn check and begins like a card that is issued, in a length that such cards have.
    func isIssued(_ part: Range<Int>) -> Bool {
        issuedLengths(at: part.lowerBound)?.contains(part.count) == true && passesLuhn(part)
    }

    /// The issued numbers in a part. They may overlap.
    func issued(in part: Range<Int>) -> [Range<Int>] {
        guard part.count >= Masking.lengths.lowerBound else { return [] }
        var found: [Range<Int>] = []
        for start in part.lowerBound...(part.upperBound - Masking.lengths.lowerBound) {
            for length in issuedLengths(at: start) ?? [] where start + length <= part.upperBound {
                if passesLuhn(start..<(start + length)) { found.append(start..<(start + length)) }
            }
        }
        return found
    }

    private func issuedLengths(at start: Int) -> [Int]? {
        guard start + 4 <= values.count else { return nil }
        let beginning = values[start..<(start + 4)].reduce(0) { $0 * 10 + Int($1) }
        return Self.issuers.first { $0.beginnings.contains(beginning) }?.lengths
    }

    /// The first four digits and the lengths of the cards in use. Source: the schemes' published ranges.
    private static let issuers: [(beginnings: ClosedRange<Int>, lengths: [Int])] = [
        (4000...4999, [13, 16, 19]), (5100...5599, [16]), (3400...3499, [15]), (3700...3799, [15]),
        (6000...6999, Array(13...19)), (5000...5099, Array(13...19)), (5600...5899, Array(13...19)),
        (3000...3099, Array(14...19)), (3600...3699, Array(14...19)), (3800...3999, Array(14...19)),
        (3500...3599, Array(16...19)), (2200...2204, Array(16...19)), (2221...2720, [16]),
        (1000...1999, [15]), (8100...8199, Array(16...19)), (9792...9792, [16]),
    ]
}
