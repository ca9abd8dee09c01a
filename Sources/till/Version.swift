import CPosix

/// The product's version.
enum Version {
    static let number = "0.1.0"

    /// What this binary is: the linker's build id, as `file till` shows it, and how it was built.
    static var build: String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = cposix_build_id(&bytes, bytes.count)
        let digits = bytes.prefix(count).map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        return "(\(isDebug ? "debug" : "release")\(digits.isEmpty ? "" : " " + digits))"
    }

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
