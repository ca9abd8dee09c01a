import Glibc
import Payments
import Text

/// Standard output and standard error, whole lines at a time. A closed pipe ends nothing that moves money.
///
/// What people read is masked here once more, whoever wrote it: a mistyped command line may hold a card number too. The
/// fields of JSON are masked where they come from, because times and references in them are digits alone.
enum Output {
    static func line(_ text: String) { write(Masking.mask(text) + "\n", to: STDOUT_FILENO) }

    /// A scanned code. The engine has masked it already, and knows an article from a card, which lines don't.
    static func code(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func json(_ value: JSONValue) { write(value.text + "\n", to: STDOUT_FILENO) }

    /// - Returns: false where it could not be written: the disk is full, or nobody reads any more.
    static func isWritten(_ value: JSONValue) -> Bool { write(value.text + "\n", to: STDOUT_FILENO) }

    static func message(_ text: String) { write(Masking.mask(text) + "\n", to: STDERR_FILENO) }

    static func prompt(_ text: String) { write(text, to: STDERR_FILENO) }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return false }
            bytes = bytes.dropFirst(written)
        }
        return true
    }
}
