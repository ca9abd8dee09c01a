import CPosix
import Glibc
public import Ports

/// The kernel's random generator.
public struct SystemRandom: RandomSource {
    /// Asks once. What has worked once goes on to work: getrandom(2) fails only for want of the call itself.
    /// - Throws: where the kernel, or what the process is locked into, has no such call.
    public init() throws(RandomFault) {
        var probe: UInt8 = 0
        while cposix_random(&probe, 1) < 0 {
            guard errno == EINTR else { throw .unavailable(errno: errno) }
        }
    }

    public func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: min(256, count - bytes.count))
            let filled = cposix_random(&chunk, chunk.count)
            if filled > 0 { bytes += chunk.prefix(filled) }
        }
        return bytes
    }
}

/// Nothing unpredictable can be had, so nothing can be proved to a reader and no reference can be made.
public enum RandomFault: Error, Hashable, Sendable {
    case unavailable(errno: Int32)
}
