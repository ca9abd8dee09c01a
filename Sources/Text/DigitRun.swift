/// Digits in a row, in groups with at most two separators between them.
struct DigitRun {
    /// The places of the digits in the text, group by group.
    private var groups: [[Int]] = [[]]
    private var values: [Int: Int] = [:]
    /// The index after the last digit.
    private(set) var end: Int

    /// Reads the run whose first digit stands at `start`.
    init(in digits: [Int?], _ scalars: [Unicode.Scalar], from start: Int) {
        end = start
        var index = start
        while index < digits.count {
            if let value = digits[index] {
                if index > end { groups.append([]) }
                groups[groups.count - 1].append(index)
                values[index] = value
                end = index + 1
            } else if index - end >= 2 || !isSeparator(scalars[index]) {
                return
            }
            index += 1
        }
    }

    /// The places of the digits of each card number in the run; they may overlap.
    var cardNumbers: [ArraySlice<Int>] {
        let unbroken = groups.filter { $0.count >= Masking.lengths.lowerBound }.map { $0[...] }
        guard groups.count > 1 else { return unbroken }
        let windows = groups.indices.flatMap(windows(from:))
        let checked = windows.filter { passesLuhn(places(in: $0)) }
        let printed = windows.filter { window in
            isCardLayout(groups[window].map(\.count)) && !checked.contains { $0.overlaps(window) }
        }
        return unbroken + (checked + printed).map { places(in: $0)[...] }
    }

    /// The groups from `first` on that together are as long as a card number, two groups at least.
    private func windows(from first: Int) -> [ClosedRange<Int>] {
        var found: [ClosedRange<Int>] = []
        var count = groups[first].count
        for last in (first + 1)..<max(groups.count, first + 1) {
            count += groups[last].count
            if count > Masking.lengths.upperBound { break }
            if Masking.lengths.contains(count) { found.append(first...last) }
        }
        return found
    }

    private func places(in window: ClosedRange<Int>) -> [Int] {
        groups[window].flatMap { $0 }
    }

    /// The groups in which cards are printed: fours with a shorter last one, and 4-6-5 or 4-6-4.
    private func isCardLayout(_ counts: [Int]) -> Bool {
        if counts == [4, 6, 5] || counts == [4, 6, 4] { return true }
        return counts.dropLast().allSatisfy { $0 == 4 } && (1...4).contains(counts[counts.count - 1])
    }

    /// The check digit of ISO/IEC 7812-1. A number of zeros alone passes it and is none.
    private func passesLuhn(_ places: [Int]) -> Bool {
        var sum = 0
        for (position, place) in places.reversed().enumerated() {
            let digit = values[place] ?? 0
            let doubled = digit * 2
            sum += position % 2 == 0 ? digit : (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum > 0 && sum % 10 == 0
    }
}
