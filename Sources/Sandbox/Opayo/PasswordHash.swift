import Crypto
import Payments

/// What is kept and sent in place of a password: `v1$`, the salt and the derived bytes. Source: gateways.md D.5, *own
/// choice*.
struct PasswordHash: Hashable {
    let text: String

    /// - Parameter salt: any bytes that no other hash has.
    /// - Returns: nil where libcrypto is missing.
    init?(of password: Secret, salt: [UInt8]) {
        let derived = PBKDF2.sha256(password: password, salt: salt, rounds: Self.rounds, length: Self.length)
        guard let derived else { return nil }
        text = ["v1", Base64.standard.text(salt), Base64.standard.text(derived)].joined(separator: "$")
    }

    /// Takes the same time wherever the texts differ.
    func equals(_ other: String) -> Bool { constantTimeEqual(Array(text.utf8), Array(other.utf8)) }

    static let saltLength = 16
    private static let length = 32
    private static let rounds = 60_000
}
