import CPosix
import Glibc

/// Small files, read whole.
enum TextFile {
    /// Why a file was not read.
    enum Problem: Error, Hashable {
        case missing
        case unreadable
        case tooLarge
        /// Somebody besides its owner may read or write it.
        case tooOpen
    }

    /// - Parameter isSecret: refuses a file whose mode is wider than 0600, before reading a byte of it.
    static func read(_ path: String, limit: Int = 1 << 20, isSecret: Bool = false) throws(Problem) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable }
        if isSecret, status.st_mode & 0o077 != 0 { throw .tooOpen }
        return try readAll(file, limit)
    }

    private static func readAll(_ file: Int32, _ limit: Int) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }

    /// Puts a file in another's place, whole or not at all; readable by its owner alone.
    /// - Returns: whether that was possible.
    @discardableResult
    static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
        let temporary = "\(path).\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        guard written == bytes.count, rename(temporary, path) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }
}
