/// The UUID v4 by which a payment is known before anything of it leaves the till.
public struct TransactionReference: Hashable, Sendable {
    /// Sixteen bytes with the version and variant bits of RFC 9562 set.
    public let bytes: [UInt8]

    /// Makes a version 4 UUID of 16 random bytes; missing bytes count as zero.
    public init(random: [UInt8]) {
        var bytes = Array(random.prefix(16)) + Array(repeating: 0, count: max(0, 16 - random.count))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.bytes = bytes
    }

    /// Reads the canonical form, in either case; nil for anything that is not a version 4 UUID.
    public init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = groups.joined().compactMap(\.hexDigitValue)
        guard digits.count == 32, groups.joined().utf8.count == 32 else { return nil }
        let bytes = stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        guard bytes[6] >> 4 == 4, bytes[8] >> 6 == 2 else { return nil }
        self.bytes = bytes
    }

    /// The canonical form in lower case.
    public var text: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var length = 0
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    buffer[length] = UInt8(ascii: "-")
                    length += 1
                }
                buffer[length] = Self.digit(byte >> 4)
                buffer[length + 1] = Self.digit(byte & 0xF)
                length += 2
            }
            return length
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// What a HEFT reader is given as `CustomerReference` where the merchant gives none: the 122 random bits, most
    /// significant first, then three zero bits, as 25 digits of Crockford's base32. [own choice: the field takes 25
    /// characters, a UUID has 36]
    public var customerReference: String {
        let bits = randomBits + [false, false, false]
        return String(
            stride(from: 0, to: bits.count, by: 5).map { start in
                Self.alphabet[bits[start..<start + 5].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }]
            })
    }

    /// Finds the reference in what `customerReference` made of it; nil for anything else.
    public static func found(inCustomerReference text: String) -> TransactionReference? {
        let digits = text.compactMap(alphabet.firstIndex)
        guard text.count == 25, digits.count == 25 else { return nil }
        var bits = digits.flatMap { digit in (0..<5).reversed().map { digit >> $0 & 1 } }
        guard bits.suffix(3).allSatisfy({ $0 == 0 }) else { return nil }
        bits.removeLast(3)
        bits.insert(contentsOf: [0, 1, 0, 0], at: 48)
        bits.insert(contentsOf: [1, 0], at: 64)
        let bytes = stride(from: 0, to: 128, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | UInt8($1) }
        }
        return TransactionReference(random: bytes)
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// All bits but the four of the version (48–51) and the two of the variant (64–65).
    private var randomBits: [Bool] {
        (0..<128).filter { !(48..<52).contains($0) && !(64..<66).contains($0) }
            .map { bytes[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == 1 }
    }
}
