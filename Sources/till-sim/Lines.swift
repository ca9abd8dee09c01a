import Glibc

/// What the process says. A line goes out whole and at once; nobody listening is no fault.
enum Lines {
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    static func complain(_ text: String) { write("till-sim: \(text)\n", to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
