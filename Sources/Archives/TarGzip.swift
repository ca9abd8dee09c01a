import CArchive
public import Time

/// A tar.gz archive, made in memory (libarchive, opened on first use). The same entries at the same time give the same
/// bytes with the same library.
public enum TarGzip {
    public struct Entry: Hashable, Sendable {
        /// The path within the archive.
        public var name: String
        public var content: [UInt8]

        public init(name: String, content: [UInt8]) {
            self.name = name
            self.content = content
        }
    }

    /// The Debian package that has the library.
    public static let package = "libarchive13"

    /// The library's name and version; nil where it isn't installed.
    public static var libraryVersion: String? { carchive_open() ? String(cString: carchive_version()) : nil }

    /// - Parameter time: what every entry is dated.
    public static func pack(_ entries: [Entry], at time: WallTime) throws(ArchiveFault) -> [UInt8] {
        guard carchive_open() else { throw .missingLibrary(package: package) }
        guard let writer = carchive_begin() else { throw .notPacked }
        defer { carchive_free(writer) }
        for entry in entries {
            let isAdded = entry.content.withUnsafeBytes { content in
                // An empty array may have no address.
                withUnsafePointer(to: UInt8(0)) { nothing in
                    carchive_add(
                        writer, entry.name, content.baseAddress ?? UnsafeRawPointer(nothing), content.count,
                        time.milliseconds / 1000)
                }
            }
            guard isAdded else { throw .notPacked }
        }
        guard carchive_finish(writer), let bytes = carchive_bytes(writer) else { throw .notPacked }
        return Array(UnsafeRawBufferPointer(start: bytes, count: carchive_count(writer)))
    }
}

/// Why there is no archive.
public enum ArchiveFault: Error, Hashable, Sendable {
    /// The library isn't installed; the Debian package has it.
    case missingLibrary(package: String)
    /// The library refused: no memory, or a name that tar can't hold.
    case notPacked
}
