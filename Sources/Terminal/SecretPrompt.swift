import CPosix
import Glibc

/// Asks for a secret on the terminal of this process, whatever its standard input is: nothing typed is shown or kept.
public struct SecretPrompt {
    /// Why there is nothing.
    public enum Refusal: Error, Hashable, Sendable {
        case noTerminal
        /// Ctrl-C, a signal that ends programs, or the end of input.
        case interrupted
        /// More than a terminal's line or `longest`.
        case tooLong
    }

    /// A line's longest length in bytes; what a terminal takes at once.
    public static let longest = 4095

    private let terminal: Int32
    private let signals: SignalInbox

    public init(signals: SignalInbox) throws(Refusal) {
        terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw .noTerminal }
        self.signals = signals
    }

    /// Gives the terminal back. The prompt is of no use afterwards.
    public func close() { Glibc.close(terminal) }

    /// Writes a line that is not secret.
    public func tell(_ text: String) { write(text + "\n") }

    /// - Parameter question: as it is shown, printable.
    /// - Returns: the line without its end. It is the caller's to wipe.
    public func line(_ question: String) throws(Refusal) -> [UInt8] {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw .noTerminal }
        _ = cposix_guard_save(terminal)
        cposix_guard_arm(terminal, "", 0)
        defer { cposix_guard_restore() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        silent.c_lflag |= tcflag_t(ICANON | ECHONL)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw .noTerminal }
        write(question)
        do throws(Refusal) {
            return try readLine()
        } catch {
            // The half that was typed would come back as the next program's input, with an echo.
            tcflush(terminal, TCIFLUSH)
            throw error
        }
    }

    /// Every byte that was typed stands in `line` alone, which is wiped.
    private func readLine() throws(Refusal) -> [UInt8] {
        var line = [UInt8](repeating: 0, count: Self.longest + 1)
        defer { explicit_bzero(&line, line.count) }
        var length = 0
        while length < line.count {
            try waitForInput()
            let count = line.withUnsafeMutableBytes { line in
                read(terminal, line.baseAddress.map { $0 + length }, line.count - length)
            }
            guard count > 0 else { throw .interrupted }
            length += count
            if line[length - 1] == UInt8(ascii: "\n") { return Array(line[..<(length - 1)]) }
        }
        throw .tooLong
    }

    private func waitForInput() throws(Refusal) {
        while true {
            var descriptors = [terminal, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, 2, -1) >= 0 else { continue }
            if descriptors[1].revents != 0, signals.take().contains(where: [SIGINT, SIGTERM, SIGHUP].contains) {
                throw .interrupted
            }
            if descriptors[0].revents != 0 { return }
        }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(terminal, bytes, bytes.count)
    }
}
