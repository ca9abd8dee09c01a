/// Finds where escape sequences of a terminal end (ECMA-48 5.4 to 5.6), for 7-bit and 8-bit introducers alike.
struct EscapeSequences {
    /// Set when a string was opened and never closed: no later one is closed either, so none is searched for again.
    private var noTerminatorAhead = false

    /// The index after the sequence that starts at `start`; nil where none does. Of a sequence that breaks off only the
    /// introducer and what belongs to it goes, so that nobody can hide the rest of a text behind it.
    mutating func end(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        switch scalars[start].value {
        case 0x1B: afterEscape(in: scalars, from: start + 1)
        case 0x9B: controlSequenceEnd(in: scalars, from: start + 1)
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: stringEnd(in: scalars, from: start + 1)
        default: nil
        }
    }

    private mutating func afterEscape(in scalars: [Unicode.Scalar], from index: Int) -> Int {
        guard index < scalars.count else { return index }
        switch scalars[index] {
        case "[": return controlSequenceEnd(in: scalars, from: index + 1)
        case "P", "X", "]", "^", "_": return stringEnd(in: scalars, from: index + 1)
        default: break
        }
        let final = skip(0x20...0x2F, in: scalars, from: index)
        return final < scalars.count && (0x30...0x7E).contains(scalars[final].value) ? final + 1 : final
    }

    /// CSI: parameters, intermediates, one final character.
    private func controlSequenceEnd(in scalars: [Unicode.Scalar], from index: Int) -> Int {
        let final = skip(0x20...0x3F, in: scalars, from: index)
        return final < scalars.count && (0x40...0x7E).contains(scalars[final].value) ? final + 1 : final
    }

    /// OSC, DCS, SOS, PM, APC: anything up to ST or, as xterm has it, BEL. CAN and SUB abort.
    private mutating func stringEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int {
        guard !noTerminatorAhead else { return start }
        for index in start..<scalars.count {
            switch scalars[index].value {
            case 0x07, 0x18, 0x1A, 0x9C: return index + 1
            case 0x1B where index + 1 < scalars.count && scalars[index + 1] == "\\": return index + 2
            default: continue
            }
        }
        noTerminatorAhead = true
        return start
    }

    private func skip(_ range: ClosedRange<UInt32>, in scalars: [Unicode.Scalar], from start: Int) -> Int {
        var index = start
        while index < scalars.count, range.contains(scalars[index].value) { index += 1 }
        return index
    }
}
