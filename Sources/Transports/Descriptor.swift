import CPosix
import Glibc
import Ports

/// An open, non-blocking byte stream.
struct Descriptor {
    enum Kind {
        case socket
        /// A serial line, or a till's side of a pty.
        case terminal
        /// A virtual reader's side of a pty.
        case pty
    }

    enum Read {
        case bytes([UInt8])
        case nothingYet
        case ended(LinkFault?)
    }

    enum Write {
        case wrote(Int)
        case notNow
        case failed(LinkFault)
    }

    var number: Int32
    var kind: Kind

    /// The most that is read or written at once. [own choice: a page]
    static let chunk = 4096

    func read() -> Read {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        let count = Glibc.read(number, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count == 0 { return .ended(kind == .terminal ? LinkFault(.lost, systemCode: EIO) : nil) }
        switch errno {
        case EAGAIN, EINTR: return .nothingYet
        case EIO where kind == .pty: return .ended(nil)
        default: return .ended(LinkFault(errno: errno))
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Write {
        let count = bytes.prefix(Self.chunk).withUnsafeBytes { chunk in
            kind == .socket
                ? cposix_send(number, chunk.baseAddress, chunk.count)
                : Glibc.write(number, chunk.baseAddress, chunk.count)
        }
        if count >= 0 { return .wrote(count) }
        return errno == EAGAIN || errno == EINTR ? .notNow : .failed(LinkFault(errno: errno))
    }
}
