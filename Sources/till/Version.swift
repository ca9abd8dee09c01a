/// The product's version.
enum Version {
    static let number = "0.1.0"
    /// What this binary was built as: the linker's build id is in the file itself (`file till`).
    static let build = isDebug ? "(debug)" : "(release)"

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
