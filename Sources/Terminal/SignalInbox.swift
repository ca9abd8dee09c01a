import CPosix
import Glibc

/// The signals of the process, read like any other input. Make it first in `main`, before any thread exists: threads
/// inherit what is blocked, and a signal that any of them lets through would end the program.
public struct SignalInbox: Sendable {
    /// Readable when a signal waits.
    public let descriptor: Int32

    public init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGUSR1] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        descriptor = cposix_signalfd(&signals)
    }

    /// The numbers of the signals that have come, oldest first.
    public func take() -> [Int32] {
        var taken: [Int32] = []
        while case let number = cposix_next_signal(descriptor), number > 0 { taken.append(number) }
        return taken
    }
}
