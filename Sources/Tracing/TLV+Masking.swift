import Datecs
import EMV

extension TLV {
    /// As it may be kept: as long as it was.
    var masked: TLV {
        switch content {
        case .objects(let objects): TLV(tag: tag, content: .objects(objects.map(\.masked)))
        case .value(let value): TLV(tag, tag.masked(value))
        }
    }
}

extension Tag {
    /// What says who somebody is, lets somebody in or is a card's own secret.
    private static let secret: Set<Tag> = [
        .cardholder, .cryptogram, .password, .accessPoint, .accessPointUser, .accessPointPassword,
    ]

    /// Only objects of the table are shown, and of those that hold text whatever could be no card number.
    fileprivate func masked(_ value: [UInt8]) -> [UInt8] {
        guard let format, !Self.secret.contains(self), isHarmless(value, format.kind) else {
            // Digits stay digits, or the message couldn't be read any more.
            return [UInt8](repeating: format?.kind == .digits ? 0 : UInt8(ascii: "*"), count: value.count)
        }
        guard format.kind == .text else { return value }
        return self == .maskedCard ? value.withControlsHidden.lastFour : value.withControlsHidden.withCardNumbersMasked
    }

    /// Numbers, digits and bytes are too short for a card's; an application's name begins as one.
    private func isHarmless(_ value: [UInt8], _ kind: TagFormat.Kind) -> Bool {
        switch kind {
        case .text: true
        case .bytes where self == .applicationID: value.first.map { (0xA...0xD).contains($0 >> 4) } ?? true
        case .number, .digits, .bytes: value.count <= 4
        }
    }
}

extension [UInt8] {
    /// Digits of a card that stand in the place of a text, two a byte, are cut short by this.
    fileprivate var withControlsHidden: [UInt8] { map { $0 < 0x20 ? UInt8(ascii: "*") : $0 } }

    /// Without its digits but for the last four characters; a number so short shows none.
    fileprivate var lastFour: [UInt8] {
        enumerated().map { index, byte in
            let isShown = index >= count - 4 && count >= 12
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return isDigit && !isShown ? UInt8(ascii: "*") : byte
        }
    }
}
