import Crypto
import Vault

/// Seals what a fuzzer thinks of with the right keys, so that it reaches what is behind the authentication. It writes the
/// format by itself and takes nothing from the code that is tested.
struct VaultSealer {
    static let shared = try? VaultSealer()
    static let longestPlain = 1 << 20
    static let passphrase: Passphrase? = {
        var bytes = Array("fuzz".utf8)
        return try? Passphrase(wiping: &bytes)
    }()

    let header: [UInt8]
    let key: Secret
    private static let nonce = [UInt8](repeating: 0, count: XChaCha20Poly1305.nonceLength)
    private static let fileID = [UInt8](repeating: 0x46, count: 16)
    private static let cost: ClosedRange<Int> = 32...39

    init() throws {
        key = try Secret(copying: [UInt8](repeating: 0x4B, count: XChaCha20Poly1305.keyLength))
        let salt = [UInt8](repeating: 0x53, count: Argon2id.saltLength)
        var head = Array("tillvlt\n".utf8) + [0, 1, 0, 144]
        head += BLAKE2b.digest(head, length: 16).prefix(4)
        head += Self.fileID + [0, 0, 0, 1, 0, 0, 0, 8] + salt + Self.nonce
        let words = try Secret(copying: Array("fuzz".utf8))
        let wrapper = try Argon2id.key(from: words, salt: salt, cost: .least)
        head += try XChaCha20Poly1305.seal(key, key: wrapper, nonce: Self.nonce, context: head)
        header = head + BLAKE2b.digest(head, length: 16)
    }

    /// The first byte says what the rest is: a file; the changes to a right header, with right checks; what follows a
    /// right header; a sealed index and the records after it; the plain text of a sealed value.
    func file(of bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first else { return nil }
        let rest = Array(bytes.dropFirst())
        switch first % 5 {
        case 0: return rest
        case 1: return file(changing: rest)
        case 2: return header + rest
        case 3: return file(indexAndRecords: rest)
        default: return file(plainValue: rest)
        }
    }

    /// A file of no entries whose header has these bits flipped, but for the cost, which could take the machine.
    private func file(changing bits: [UInt8]) -> [UInt8] {
        var head = Array(header.prefix(128))
        for (offset, flips) in bits.prefix(128).enumerated() where !Self.cost.contains(offset) { head[offset] ^= flips }
        head.replaceSubrange(12..<16, with: BLAKE2b.digest(Array(head.prefix(12)), length: 16).prefix(4))
        head += BLAKE2b.digest(head, length: 16)
        return head + body(index: [0, 0, 0, 0], head)
    }

    /// The first two bytes say how long the index is.
    private func file(indexAndRecords bytes: [UInt8]) -> [UInt8] {
        let length = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let rest = bytes.dropFirst(2)
        return header + body(index: Array(rest.prefix(length)), header) + rest.dropFirst(length)
    }

    /// A file of one entry, `a`.
    private func file(plainValue plain: [UInt8]) -> [UInt8] {
        let record = Self.nonce + sealed(plain, Self.fileID + Array("a".utf8))
        let length = record.count
        let index = [0, 0, 0, 1, 0, 1, UInt8(ascii: "a")] + bigEndian(length) + record.suffix(16)
        return header + body(index: index, header) + record
    }

    private func body(index: [UInt8], _ head: [UInt8]) -> [UInt8] {
        let sealed = sealed(index, head)
        return Self.nonce + bigEndian(sealed.count) + sealed
    }

    private func sealed(_ plain: [UInt8], _ context: [UInt8]) -> [UInt8] {
        guard let secret = try? Secret(copying: plain) else { return [] }
        return (try? XChaCha20Poly1305.seal(secret, key: key, nonce: Self.nonce, context: context)) ?? []
    }

    private func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
