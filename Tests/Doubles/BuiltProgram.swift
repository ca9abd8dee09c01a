import Glibc

/// A program of this package as the build put it beside the running tests.
public enum BuiltProgram {
    public static func path(_ name: String) -> String {
        guard let resolved = realpath("/proc/self/exe", nil) else { return name }
        defer { free(resolved) }
        let parts = String(cString: resolved).split(separator: "/")
        let product = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
        return "/" + parts[..<product].joined(separator: "/") + "/" + name
    }
}
