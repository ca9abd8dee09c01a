public import Time

/// The number of a payment at Redsys: 4 to 12 letters and digits, the first four digits. A refund has its sale's.
/// Source: gateways.md C.4.
public struct OrderNumber: Hashable, Sendable {
    public let text: String

    /// - Returns: nil for anything that the gateway refuses.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (4...12).contains(bytes.count), bytes.prefix(4).allSatisfy(Self.isDigit),
            bytes.allSatisfy({ Self.isDigit($0) || Self.isLetter($0) })
        else { return nil }
        self.text = text
    }

    /// A new one: the day as `yymmdd`, then six letters and digits of the payment's reference. Two of two thousand million
    /// on one day are hardly ever the same; where they are, the gateway refuses the second. *own choice*
    public init(_ reference: TransactionReference, at wall: WallTime) {
        let day = wall.rfc3339.prefix(10).dropFirst(2).filter(\.isNumber)
        var rest = reference.bytes.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var letters: [UInt8] = []
        for _ in 0..<6 {
            letters.append(Self.alphabet[Int(rest % 36)])
            rest /= 36
        }
        text = day + String(decoding: letters, as: UTF8.self)
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
}
