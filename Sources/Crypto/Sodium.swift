import CSodium

enum Sodium {
    /// Libsodium is set up, once a process and before its first use.
    static let isReady = sodium_init() >= 0
}

/// Compares in a time that depends only on the lengths.
public func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && sodium_memcmp(a, b, a.count) == 0
}

/// Overwrites bytes that held a secret, in a way that the compiler can't leave out.
public func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
        guard let start = buffer.baseAddress else { return }
        sodium_memzero(start, buffer.count)
    }
}
