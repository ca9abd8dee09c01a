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
        /// A till's side of an RFCOMM connection. The kernel has no end of stream for it: an orderly close of the other
        /// side and a torn link both give ECONNRESET, after all that was sent before. *seen*
        case radio
        /// A virtual reader's side of one.
        case servedRadio

        var isSocket: Bool { self == .socket || self == .radio || self == .servedRadio }
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

    /// The most that is read or written at once. [own choice: a page; over RFCOMM more than this may stall, *seen*]
    static let chunk = 4096

    func read() -> Read {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        let count = Glibc.read(number, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count == 0 { return .ended(end) }
        switch errno {
        case EAGAIN, EINTR: return .nothingYet
        case EIO where kind == .pty, ECONNRESET where kind == .servedRadio: return .ended(nil)
        default: return .ended(fault(errno))
        }
    }

    /// What no more bytes mean.
    private var end: LinkFault? {
        switch kind {
        case .terminal: LinkFault(.lost, systemCode: EIO)
        case .radio: LinkFault(.lost, systemCode: ECONNRESET)
        case .socket, .pty, .servedRadio: nil
        }
    }

    /// However the radio says it, what was connected is lost.
    private func fault(_ code: Int32) -> LinkFault {
        kind == .radio || kind == .servedRadio ? LinkFault(.lost, systemCode: code) : LinkFault(errno: code)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Write {
        let count = bytes.prefix(Self.chunk).withUnsafeBytes { chunk in
            kind.isSocket
                ? cposix_send(number, chunk.baseAddress, chunk.count)
                : Glibc.write(number, chunk.baseAddress, chunk.count)
        }
        if count >= 0 { return .wrote(count) }
        return errno == EAGAIN || errno == EINTR ? .notNow : .failed(fault(errno))
    }
}
