/// Numbers in hex: as data objects, as packed digits, as the codes of characters.
extension MaskedPage {
    /// Every run of hex, in the text's order.
    var hexRuns: [HexRun] {
        var runs: [HexRun] = []
        var place = 0
        while place < scalars.count {
            guard signs[place].nibble >= 0 else {
                place += 1
                continue
            }
            let run = HexRun(in: self, from: place)
            runs.append(run)
            place = max(run.end, place + 1)
        }
        return runs
    }

    mutating func hideHex(depth: Int) {
        for run in hexRuns { hide(run, depth: depth) }
        for dump in HexDump.all(in: self) { hide(dump, depth: depth) }
    }

    private mutating func hide(_ run: HexRun, depth: Int) {
        guard run.values.count > Masking.lengths.lowerBound else { return }
        for place in hidden(run.values, run.places, isPacked: run.isColumns, depth: depth) { hide(place) }
    }

    /// A dump's column of characters goes line by line: what is hidden in the bytes must not be read beside them.
    private mutating func hide(_ dump: HexDump, depth: Int) {
        let found = hidden(dump.values, dump.places, isPacked: true, depth: depth)
        for place in found { hide(place) }
        let sorted = found.sorted()
        for line in dump.lines where Self.contains(sorted, line.bytes) { hide(line.characters) }
    }

    private static func contains(_ sorted: [Int], _ part: Range<Int>) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < part.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] < part.upperBound
    }

    /// The places of what has to be hidden.
    private func hidden(_ values: [UInt8], _ places: [Int], isPacked: Bool, depth: Int) -> [Int] {
        let nibbles = Nibbles(values)
        let packed = nibbles.dataObjects + (isPacked ? nibbles.issuedNumbers : [])
        let characters = [0, 1].flatMap { Self.characters(values, from: $0, depth: depth) }
        return (packed + characters).flatMap { places[$0] }
    }

    /// Reads every two half bytes as a character's code.
    private static func characters(_ values: [UInt8], from start: Int, depth: Int) -> [Range<Int>] {
        var inner = EncodedText()
        var digits = 0
        for place in stride(from: start, to: values.count - 1, by: 2) {
            let byte = values[place] << 4 | values[place + 1]
            digits += byte.isDigit ? 1 : 0
            inner.append(byte, from: place..<(place + 2))
        }
        guard digits >= Masking.lengths.lowerBound / 2 else { return [] }
        return inner.hidden(depth: depth - 1)
    }
}

extension UInt8 {
    /// An ASCII digit.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
