import Glibc

extension Repository {
    /// The Swift files under a folder, by their paths from the root, in order.
    public static func swiftFiles(under folder: String) -> [String] {
        guard let directory = opendir(root + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var files: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
                files += swiftFiles(under: folder + "/" + name)
            } else if name.hasSuffix(".swift") {
                files.append(folder + "/" + name)
            }
        }
        return files.sorted()
    }

    /// Every first group that a pattern finds in the Swift files under a folder.
    public static func finds(_ pattern: Regex<(Substring, Substring)>, under folders: String...) -> Set<String> {
        var found: Set<String> = []
        for file in folders.flatMap(swiftFiles) {
            for match in text(file).matches(of: pattern) { found.insert(String(match.1)) }
        }
        return found
    }
}
