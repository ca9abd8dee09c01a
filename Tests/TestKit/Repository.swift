import Glibc

/// The files of this source tree.
public enum Repository {
    /// The folder of `Package.swift`.
    public static let root: String = {
        let folders = #filePath.split(separator: "/").dropLast(3)
        return "/" + folders.joined(separator: "/")
    }()

    /// The content of a file, by its path from the root; empty where it can't be read, which no test takes for right.
    public static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(root + "/" + path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    public static func text(_ path: String) -> String {
        String(decoding: bytes(path), as: UTF8.self)
    }

    /// The lines of a text file but for empty ones and those that begin with `#`.
    public static func lines(_ path: String) -> [String] {
        text(path).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// The names in a folder, in order.
    public static func files(in folder: String) -> [String] {
        guard let directory = opendir(root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Writes a recording.
    public static func write(_ text: String, to path: String) {
        guard let file = fopen(root + "/" + path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }
}
