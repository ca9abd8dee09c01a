import CPosix
import Glibc
public import Ports

/// The kernel's random generator.
public struct SystemRandom: RandomSource {
    public init() {}

    /// Waits, for ever if need be, rather than giving bytes that somebody could foresee.
    public func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: min(256, count - bytes.count))
            let size = chunk.count
            var filled = cposix_random(&chunk, size)
            if filled < 0, errno != EINTR { filled = readDevice(&chunk) }
            if filled > 0 { bytes += chunk.prefix(filled) }
        }
        return bytes
    }

    /// For kernels and sandboxes without the system call.
    private func readDevice(_ bytes: inout [UInt8]) -> Int {
        let device = open("/dev/urandom", O_RDONLY | O_CLOEXEC)
        defer { close(device) }
        let filled = device >= 0 ? read(device, &bytes, bytes.count) : -1
        if filled < 0 { usleep(10_000) }
        return filled
    }
}
