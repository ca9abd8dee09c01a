import Captures
import Glibc
import Threads

/// A trace that is being written. One file may hold several links, one after the other or at once.
public final class TraceFile: Sendable {
    private let descriptor: Locked<Int32?>
    private let writer: PcapngWriter

    /// Makes the file, readable by its owner alone. A regular file of that name is replaced.
    /// - Parameter reader: names the link for people.
    /// - Throws: `TraceError` where that isn't possible.
    public init(path: String, reader: String) throws(TraceError) {
        writer = PcapngWriter(linkTypes: [.heft, .datecs], name: reader, application: "till")
        descriptor = Locked(try Self.create(path))
        guard append(writer.header) else { throw TraceError(systemCode: errno) }
    }

    deinit {
        descriptor.withLock { if let open = $0 { close(open) } }
    }

    /// False once a write has failed: nothing more is written then, and the link goes on without a trace.
    public var isWriting: Bool { descriptor.withLock { $0 != nil } }

    func append(_ packets: [CapturedPacket]) {
        guard !packets.isEmpty else { return }
        append(packets.flatMap(writer.block))
    }

    private static func create(_ path: String) throws(TraceError) -> Int32 {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw TraceError(systemCode: EEXIST) }
            unlink(path)
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw TraceError(systemCode: errno) }
        return descriptor
    }

    @discardableResult
    private func append(_ bytes: [UInt8]) -> Bool {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return false }
            if write(bytes, to: open) { return true }
            close(open)
            descriptor = nil
            return false
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}

/// Why a trace couldn't be begun.
public struct TraceError: Error, Hashable, Sendable {
    /// `errno`; EEXIST where something else than a regular file has the name.
    public var systemCode: Int32

    public init(systemCode: Int32) { self.systemCode = systemCode }
}
