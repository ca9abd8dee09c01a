import Glibc

/// Files of a few bytes.
enum SmallFile {
    /// [own choice: a secret has 64 bytes]
    static let largest = 1024
    /// [own choice: a chain of three has about 6 KB]
    static let largestCertificate = 65_536

    /// The content; nil where it can't be read, or where there is too much of it.
    static func read(_ path: String, atMost largest: Int = largest) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: largest)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard (0..<largest).contains(count) else { return nil }
        return Array(bytes[..<count])
    }
}
