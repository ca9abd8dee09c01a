import COpenSSL

/// PBKDF2 of RFC 8018 with HMAC-SHA-256. The sandbox's password hash; for passphrases of our own there is `Argon2id`.
public enum PBKDF2 {
    /// - Returns: `length` bytes; nil where rounds or length are not positive, or libcrypto is missing.
    public static func sha256(password: Secret, salt: [UInt8], rounds: Int, length: Int) -> [UInt8]? {
        guard let rounds = Int32(exactly: rounds), rounds > 0, length > 0, copenssl_open() else { return nil }
        var derived = [UInt8](repeating: 0, count: length)
        let isDone = copenssl_pbkdf2(password.pointer, password.count, salt, salt.count, rounds, &derived, length)
        return isDone ? derived : nil
    }
}
