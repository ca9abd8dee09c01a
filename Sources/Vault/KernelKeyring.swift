import CPosix
import Crypto
import Glibc

/// Where a file's key can stay for a shift: the keyring that the kernel has for this user. The passphrase is never
/// kept. Source: keyrings(7).
enum KernelKeyring {
    /// - Returns: nil where there is none, or its time is over.
    static func key(of header: VaultHeader) -> Secret? {
        try? Secret(count: XChaCha20Poly1305.keyLength) { (memory) throws(SecretError) in
            guard cposix_key_read(name(of: header), memory.baseAddress, memory.count) == memory.count else {
                throw .length
            }
        }
    }

    static func keep(_ key: Secret, of header: VaultHeader, for duration: Duration) throws(KeyringFault) {
        let seconds = UInt32(clamping: max(1, duration.components.seconds))
        let error = key.withBytes { cposix_key_keep(name(of: header), $0.baseAddress, $0.count, seconds) }
        guard error == 0 else { throw KeyringFault(code: error) }
    }

    static func forget(_ header: VaultHeader) throws(KeyringFault) {
        let error = cposix_key_forget(name(of: header))
        guard error == 0 else { throw KeyringFault(code: error) }
    }

    /// By the file's own random name: two files of one user don't meet.
    private static func name(of header: VaultHeader) -> String {
        "till:" + header.fileID.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
    }
}

/// The kernel keeps no keys here: it was built without them, or a container's rules forbid it.
public struct KeyringFault: Error, Hashable, Sendable {
    /// errno.
    public var code: Int32
}
