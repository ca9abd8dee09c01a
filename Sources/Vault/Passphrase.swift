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
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        strength = Strength(of: text)
        var composed = bytes.allSatisfy { $0 < 0x80 } ? bytes : Array(composedForm(of: text).utf8)
        defer { wipe(&composed) }
        do throws(SecretError) { secret = try Secret(copying: composed) } catch { throw .noMemory }
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
    init(of text: String) {
        let scalars = Array(text.unicodeScalars)
        let distinct = Set(scalars).count
        var kinds = 0
        if scalars.contains(where: { ("a"..."z").contains($0) }) { kinds += 26 }
        if scalars.contains(where: { ("A"..."Z").contains($0) }) { kinds += 26 }
        if scalars.contains(where: { ("0"..."9").contains($0) }) { kinds += 10 }
        if scalars.contains(where: { $0.isASCII && !$0.properties.isAlphabetic && $0.properties.numericType == nil }) {
            kinds += 33
        }
        if scalars.contains(where: { !$0.isASCII }) { kinds += 64 }
        let perCharacter = kinds.bitWidth - max(1, kinds).leadingZeroBitCount
        let bits = min(scalars.count, distinct * 2) * perCharacter
        self = bits < 50 ? .weak : bits < 80 ? .fair : .good
    }
}
