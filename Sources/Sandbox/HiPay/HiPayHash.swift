import Crypto

/// How an account signs. The raw value is what `security-settings` says. Source: gateways.md A.3.
public enum HiPayHash: String, Hashable, Sendable, CaseIterable {
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"

    /// Lower-case hexadecimal digits over the message and the passphrase behind it.
    /// - Returns: nil where libcrypto is missing, which SHA-1 comes from.
    func signature(over message: [UInt8], _ passphrase: Secret) -> String? {
        var bytes = message + passphrase.withBytes { Array($0) }
        defer { wipe(&bytes) }
        return digest(bytes).map(hex)
    }

    private func digest(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .sha1: SHA1.digest(bytes)
        case .sha256: SHA256.digest(bytes)
        case .sha512: SHA512.digest(bytes)
        }
    }
}

/// Two lower-case digits a byte.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
