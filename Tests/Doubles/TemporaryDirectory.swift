import Glibc

/// A directory that is gone, with all that is in it, when the last one lets go of it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/till-tests-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemFailure(code: errno) }
        path = String(cString: made)
    }

    deinit { shell("rm -rf -- '\(path)'") }
}

/// A failed system call of a test's own.
public struct SystemFailure: Error {
    public let code: Int32
    public init(code: Int32) { self.code = code }
}
