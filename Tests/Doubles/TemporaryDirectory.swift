import Glibc

/// A directory that is gone, with all that is in it, when the last one lets go of it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/till-tests-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemFailure(code: errno) }
        path = String(cString: made)
    }

    /// How many bytes the longest file of a folder in it has; 0 where there is none.
    public func longestFile(in folder: String) -> Int {
        guard let directory = opendir("\(path)/\(folder)") else { return 0 }
        defer { closedir(directory) }
        var longest = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            if stat("\(path)/\(folder)/\(name)", &status) == 0 { longest = max(longest, Int(status.st_size)) }
        }
        return longest
    }

    deinit { shell("rm -rf -- '\(path)'") }
}

/// A failed system call of a test's own.
public struct SystemFailure: Error {
    public let code: Int32
    public init(code: Int32) { self.code = code }
}
