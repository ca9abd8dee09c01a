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
        let text = Array(text.utf8)
        guard text.count == 36 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var offset = 0
        while offset < 36 {
            if Self.hyphens.contains(offset) {
                guard text[offset] == UInt8(ascii: "-") else { return nil }
                offset += 1
            }
            guard let high = Self.value(text[offset]), let low = Self.value(text[offset + 1]) else { return nil }
            bytes.append(high << 4 | low)
            offset += 2
        }
        guard bytes[6] >> 4 == 4, bytes[8] >> 6 == 2 else { return nil }
        self.bytes = bytes
    }

    /// Where the canonical form has its hyphens: each stands before a pair of digits.
    private static let hyphens = [8, 13, 18, 23]

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
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
        var digits: [UInt8] = []
        digits.reserveCapacity(25)
        var (bits, count) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            let kept = Self.randomBits(of: index)
            bits = bits << kept | Int(byte) & (1 << kept - 1)
            count += kept
            while count >= 5 {
                count -= 5
                digits.append(Self.alphabet[bits >> count & 31])
            }
            bits &= 31
        }
        digits.append(Self.alphabet[bits << 3 & 31])
        return String(decoding: digits, as: UTF8.self)
    }

    /// Finds the reference in what `customerReference` made of it; nil for anything else.
    public static func found(inCustomerReference text: String) -> TransactionReference? {
        let digits = text.utf8.compactMap(alphabet.firstIndex)
        guard text.utf8.count == 25, digits.count == 25 else { return nil }
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

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// How many bits of a byte are random, its last ones: byte 6 begins with the version, byte 8 with the variant.
    private static func randomBits(of index: Int) -> Int {
        switch index {
        case 6: 4
        case 8: 6
        default: 8
        }
    }
}
