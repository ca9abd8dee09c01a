import Glibc
import Payments

/// The ledger as a file: one JSON object a line, on disk when `append` returns.
public final class LedgerFile: Sendable {
    private let descriptor: Int32

    /// Opens a file to append to, and makes it if there is none.
    public init(path: String) throws(LedgerFileFault) {
        let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw LedgerFileFault(systemCode: errno) }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// - Returns: false where it could not be made durable.
    func append(_ entry: LedgerEntry) -> Bool {
        let line = entry.json.bytes + [UInt8(ascii: "\n")]
        return write(descriptor, line, line.count) == line.count && fsync(descriptor) == 0
    }
}

/// A ledger file that can't be opened.
public struct LedgerFileFault: Error, Hashable, Sendable {
    /// `errno`.
    public var systemCode: Int32
}
