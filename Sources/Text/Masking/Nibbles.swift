/// Half bytes in a row, as hex or packed bytes give them.
struct Nibbles {
    let values: [UInt8]

    init(_ values: [UInt8]) { self.values = values }

    init(bytes: [UInt8]) { values = bytes.flatMap { [$0 >> 4, $0 & 0xF] } }

    /// What has to go of issued card numbers, and of what follows them on track 2.
    var issuedNumbers: [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < values.count {
            var end = start
            while end < values.count, values[end] < 10 { end += 1 }
            if end - start >= Masking.lengths.lowerBound {
                for part in CardDigits(Array(values[start..<end])).issued(in: 0..<(end - start)) {
                    found.append((start + part.lowerBound)..<(start + part.upperBound - Masking.shown))
                    if start + part.upperBound == end, let rest = track(after: end) { found.append(rest) }
                }
            }
            start = max(end, start + 1)
        }
        return found
    }

    /// The same of the values of the data objects 5A (card number) and 57 (track 2), whatever their digits.
    var dataObjects: [Range<Int>] {
        guard values.count >= Masking.lengths.lowerBound + 4 else { return [] }
        return (0..<(values.count - 4)).flatMap { dataObject(at: $0) }
    }

    private func dataObject(at start: Int) -> [Range<Int>] {
        let isTrack: Bool
        switch (values[start], values[start + 1]) {
        case (0x5, 0xA): isTrack = false
        case (0x5, 0x7): isTrack = true
        default: return []
        }
        let length = Int(values[start + 2] << 4 | values[start + 3])
        guard isTrack ? (8...19).contains(length) : (7...10).contains(length) else { return [] }
        let first = start + 4
        let end = min(first + length * 2, values.count)
        var mark = first
        while mark < end, values[mark] < 10 { mark += 1 }
        guard Masking.lengths.contains(mark - first) else { return [] }
        let number = first..<(mark - Masking.shown)
        guard isTrack else { return values[mark..<end].allSatisfy { $0 == 0xF } ? [number] : [] }
        return mark < end && values[mark] == 0xD ? [number, (mark + 1)..<end] : []
    }

    private func track(after end: Int) -> Range<Int>? {
        guard end + 1 < values.count, values[end] == 0xD else { return nil }
        var last = end + 1
        while last < values.count, values[last] < 10, last - end <= Masking.track2Rest { last += 1 }
        return (end + 1)..<last
    }
}
