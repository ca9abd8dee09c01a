import Glibc

/// Programs that write down what a terminal shows.
public enum Recording {
    private static let programs: Set = ["script", "asciinema", "ttyrec", "termrec", "termtosvg"]
    /// How far up the line of processes is looked. [own choice]
    private static let mostAncestors = 32

    /// The name of a recorder among the processes that this one stems from.
    public static var program: String? {
        if getenv("ASCIINEMA_REC") != nil { return "asciinema" }
        var process = getppid()
        for _ in 0..<mostAncestors where process > 1 {
            guard let (name, parent) = facts(of: process) else { return nil }
            if programs.contains(name) { return name }
            process = parent
        }
        return nil
    }

    /// Name and parent from `/proc/PID/stat`: `7 (script) S 5 …`. The name may have spaces and brackets of its own.
    private static func facts(of process: pid_t) -> (name: String, parent: pid_t)? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(file, &buffer, buffer.count)
        let bytes = buffer.prefix(max(0, count))
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), let end = bytes.lastIndex(of: UInt8(ascii: ")")),
            open < end
        else { return nil }
        let rest = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        guard rest.count > 1, let parent = pid_t(rest[1]) else { return nil }
        return (String(decoding: bytes[(open + 1)..<end], as: UTF8.self), parent)
    }
}
