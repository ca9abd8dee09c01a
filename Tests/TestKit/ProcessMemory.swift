import Glibc

/// What stands in the memory of another process, for looking for what must not stand there.
public struct ProcessMemory {
    /// A part of the address space that can be read.
    private struct Region {
        var start: UInt
        var end: UInt
        var name: String
        /// Kept out of swap: `lo` among the flags.
        var isLocked: Bool
    }

    /// Whether this user may look at all; a process that forbids dumps shows itself to root alone.
    public static var isReadable: Bool { geteuid() == 0 }

    private let processID: Int32

    public init(of processID: Int32) { self.processID = processID }

    /// The names of unlocked regions that hold one of the byte strings.
    /// - Throws: `SystemFailure` where nothing can be read at all.
    public func unlockedRegions(holding needles: [[UInt8]]) throws -> [String] {
        let memory = open("/proc/\(processID)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw SystemFailure(code: errno) }
        defer { close(memory) }
        var found: [String] = []
        var read = 0
        for region in try regions() where !region.isLocked {
            let bytes = Self.contents(of: region, in: memory)
            read += bytes.count
            if needles.contains(where: { contains($0, in: bytes) }) {
                found.append("\(region.name) \(String(region.start, radix: 16))")
            }
        }
        guard read > 0 else { throw SystemFailure(code: EIO) }
        return found
    }

    /// Reads `/proc/PID/smaps`: a line of addresses, then lines about that region, the last one its flags.
    private func regions() throws -> [Region] {
        guard let text = fileText("/proc/\(processID)/smaps") else { throw SystemFailure(code: errno) }
        var regions: [Region] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "VmFlags:" {
                if words.contains("lo"), !regions.isEmpty { regions[regions.count - 1].isLocked = true }
            } else if words.count >= 5, let range = Self.addresses(words[0]), words[1].hasPrefix("r") {
                let name = words.count > 5 ? String(words[5]) : "anonymous"
                regions.append(Region(start: range.lowerBound, end: range.upperBound, name: name, isLocked: false))
            }
        }
        return regions.filter { !$0.name.hasPrefix("[v") }
    }

    private static func addresses(_ word: Substring) -> Range<UInt>? {
        let ends = word.split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }

    private static func contents(of region: Region, in memory: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(region.end - region.start))
        let count = pread(memory, &bytes, bytes.count, off_t(region.start))
        return Array(bytes.prefix(max(0, count)))
    }
}

private func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    guard let first = needle.first else { return false }
    return bytes.withUnsafeBytes { bytes in
        var offset = 0
        while offset + needle.count <= bytes.count, let start = bytes.baseAddress {
            guard let hit = memchr(start + offset, Int32(first), bytes.count - offset) else { return false }
            offset = UnsafeRawPointer(hit) - start
            if offset + needle.count <= bytes.count, memcmp(hit, needle, needle.count) == 0 { return true }
            offset += 1
        }
        return false
    }
}

private func fileText(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}
