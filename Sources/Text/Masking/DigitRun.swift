/// Digits in a row, in groups with at most four separators between them.
struct DigitRun {
    private static let widestGap = 4

    /// Where in the text each digit stands.
    private(set) var places: [Int] = []
    /// Parts of `places`.
    private(set) var groups: [Range<Int>] = []
    /// The index after the last digit.
    private(set) var end: Int
    private var values: [UInt8] = []

    /// Reads the run whose first digit stands at `start`. What is set apart ends it.
    init(in page: MaskedPage, from start: Int) {
        end = start
        var (index, gap) = (start, 0)
        while index < page.signs.count, !page.isApart[index] {
            let sign = page.signs[index]
            switch sign.kind {
            case .digit:
                append(UInt8(sign.digit), at: index)
                gap = 0
            case .nothing: break
            case .separator where gap < Self.widestGap: gap += 1
            default: return
            }
            index += 1
        }
    }

    private mutating func append(_ value: UInt8, at index: Int) {
        if index == end, let group = groups.last {
            groups[groups.count - 1] = group.lowerBound..<(group.upperBound + 1)
        } else {
            groups.append(places.count..<(places.count + 1))
        }
        places.append(index)
        values.append(value)
        end = index + 1
    }

    /// The places of the digits of each card number in the run; they may overlap.
    func cardNumbers(in page: MaskedPage) -> [ArraySlice<Int>] {
        guard places.count >= Masking.lengths.lowerBound else { return [] }
        let digits = CardDigits(values)
        let unbroken = groups.filter { $0.count >= Masking.lengths.lowerBound }.flatMap { group in
            if page.isDigest[places[group.lowerBound]] { return digits.issued(in: group) }
            return page.isMerchantNumber(places[group], digits, group) ? [] : [group]
        }
        guard groups.count > 1 else { return unbroken.map { places[$0] } }
        let windows = groups.indices.flatMap(windows(from:))
        let checked = windows.filter { window in
            let part = part(window)
            return page.isDigest[places[part.lowerBound]] ? digits.isIssued(part) : digits.passesLuhn(part)
        }
        return (unbroken + checked.map(part) + printed(windows, besides: checked)).map { places[$0] }
    }

    /// The groups from `first` on that together are as long as a card number, two groups at least.
    private func windows(from first: Int) -> [ClosedRange<Int>] {
        var found: [ClosedRange<Int>] = []
        var last = first + 1
        while last < groups.count {
            let count = groups[last].upperBound - groups[first].lowerBound
            if count > Masking.lengths.upperBound { break }
            if count >= Masking.lengths.lowerBound { found.append(first...last) }
            last += 1
        }
        return found
    }

    /// What stands in the groups of a card, where no checked number has a share in it.
    private func printed(_ windows: [ClosedRange<Int>], besides checked: [ClosedRange<Int>]) -> [Range<Int>] {
        var taken = Array(repeating: false, count: groups.count)
        for window in checked { for group in window { taken[group] = true } }
        return windows.filter { window in
            isCardLayout(groups[window].map(\.count)) && !taken[window].contains(true)
        }.map(part)
    }

    private func part(_ window: ClosedRange<Int>) -> Range<Int> {
        groups[window.lowerBound].lowerBound..<groups[window.upperBound].upperBound
    }

    /// The groups in which cards are printed: fours with a shorter last one, and 4-6-5 or 4-6-4.
    private func isCardLayout(_ counts: [Int]) -> Bool {
        if counts == [4, 6, 5] || counts == [4, 6, 4] { return true }
        return counts.dropLast().allSatisfy { $0 == 4 } && (1...4).contains(counts[counts.count - 1])
    }
}
