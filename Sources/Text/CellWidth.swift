/// How many cells of a terminal a text takes: the sum over its scalars, the same before and after `printable`.
public func cellWidth(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + cellWidth(of: $1) }
}

/// How many cells one scalar takes: 2 for East Asian wide ones and emoji, 0 for what combines or is not shown, else 1.
/// Characters of ambiguous width count as 1.
public func cellWidth(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: return 1
    case 0x2010...0x2027, 0x20A0...0x20B9, 0x2190...0x21FF, 0x2500...0x259F: return 1
    case 0x1F1E6...0x1F1FF: return 1
    case 0x1F3FB...0x1F3FF: return 0
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .nonspacingMark, .enclosingMark: return 0
    case .lineSeparator, .paragraphSeparator: return 1
    case .unassigned: return 1
    default: return WideTable.contains(scalar.value) ? 2 : 1
    }
}
