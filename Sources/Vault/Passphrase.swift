public import Crypto

/// What a person types or a key file holds, in the one form that is hashed: Unicode in composed form, so that two
/// keyboards that spell an accent differently open the same file.
public struct Passphrase: Sendable {
    public let secret: Secret
    public let strength: Strength

    /// In bytes.
    public static let longest = 1024

    /// How long somebody who has the file would guess.
    public enum Strength: String, CaseIterable, Sendable {
        case weak, fair, good
    }

    /// - Parameter bytes: UTF-8 without the line end; is wiped.
    public init(wiping bytes: inout [UInt8]) throws(PassphraseFault) {
        defer { wipe(&bytes) }
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.longest else { throw .tooLong }
        guard !bytes.contains(0) else { throw .hasNUL }
        if !bytes.allSatisfy({ $0 < 0x80 }) { try Self.compose(&bytes) }
        strength = Strength(of: bytes)
        do throws(SecretError) { secret = try Secret(copying: bytes) } catch { throw .noMemory }
    }

    /// Composing takes a string, which nobody wipes; ASCII needs none.
    private static func compose(_ bytes: inout [UInt8]) throws(PassphraseFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        wipe(&bytes)
        bytes = Array(composedForm(of: text).utf8)
    }

    /// Takes one line end off what a key file holds.
    public init(fileContent bytes: inout [UInt8]) throws(PassphraseFault) {
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        try self.init(wiping: &bytes)
    }
}

extension Passphrase: CustomStringConvertible, CustomReflectable {
    public var description: String { "Passphrase" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a passphrase can't be one.
public enum PassphraseFault: Error, Hashable, Sendable {
    case empty, tooLong, hasNUL, notUTF8, noMemory
}

extension Passphrase.Strength {
    /// Bits by length and kinds of characters, fewer where characters repeat. It knows no dictionary. [own choice: with
    /// the usual cost a guess takes half a second, so 50 bits are many lifetimes of one machine]
    init(of text: [UInt8]) {
        var sizes: Set<Int> = []
        var distinct: Set<UInt8> = []
        for byte in text {
            distinct.insert(byte)
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): sizes.insert(26)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): sizes.insert(27)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): sizes.insert(10)
            case 0x80...: sizes.insert(64)
            default: sizes.insert(33)
            }
        }
        let perCharacter = Int.bitWidth - max(1, sizes.reduce(0, +)).leadingZeroBitCount
        let bits = min(text.count, distinct.count * 2) * perCharacter
        self = bits < 50 ? .weak : bits < 80 ? .fair : .good
    }
}
