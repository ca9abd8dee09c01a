import Files

/// Whether this process may handle money (row E1). Core dumps are off before anything else happens.
enum Safety {
    /// `TILL_DEVELOPMENT=1` lifts this; then readers and acquirers elsewhere are out of reach, and every screen says so.
    /// - Throws: what makes it unsafe.
    static func check(_ environment: Environment) throws(Stop) {
        if environment.isDevelopment { return }
        if isTraced { throw Stop(.unsafe, "debugger-attached") }
    }

    /// A debugger sees every secret. Source: proc(5), `TracerPid`.
    private static var isTraced: Bool {
        guard let status = try? SmallFile.read("/proc/self/status") else { return false }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("TracerPid:") }) else { return false }
        return line.split(separator: "\t").last != "0"
    }
}
