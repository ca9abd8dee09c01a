import CSodium

/// The key derivation for passphrases: Argon2id, version 1.3 (RFC 9106), one lane.
public enum Argon2id {
    /// How hard guessing is made.
    public struct Cost: Hashable, Sendable {
        /// Passes over the memory.
        public var operations: UInt32
        /// KiB of memory.
        public var memory: UInt32

        public init(operations: UInt32, memory: UInt32) {
            self.operations = operations
            self.memory = memory
        }

        /// The least that the library takes. For tests; it stops nobody.
        public static let least = Cost(operations: 1, memory: 8)
    }

    /// In bytes.
    public static let saltLength = 16

    /// Takes as long as the cost says.
    /// - Returns: a key of 32 bytes.
    /// - Throws: `SecretError.length` for a salt of another length, `.noMemory` where the system hasn't that much.
    public static func key(from passphrase: Secret, salt: [UInt8], cost: Cost) throws(SecretError) -> Secret {
        guard salt.count == saltLength else { throw .length }
        return try Secret(count: XChaCha20Poly1305.keyLength) { (key) throws(SecretError) in
            guard Sodium.isReady, let start = key.bindMemory(to: UInt8.self).baseAddress else { throw .noMemory }
            let failed = passphrase.withBytes { passphrase in
                passphrase.withMemoryRebound(to: CChar.self) { passphrase in
                    guard let text = passphrase.baseAddress else { return Int32(-1) }
                    return crypto_pwhash(
                        start, UInt64(key.count), text, UInt64(passphrase.count), salt, UInt64(cost.operations),
                        Int(cost.memory) << 10, crypto_pwhash_ALG_ARGON2ID13)
                }
            }
            guard failed == 0 else { throw .noMemory }
        }
    }
}
