import Glibc
import Terminal
import Threads

extension SignalInbox {
    /// Says on a thread of its own when the program is to end. Nobody else may take signals from then on.
    func whenEnding(_ told: @escaping @Sendable () -> Void) {
        startThread { [self] in
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, -1) >= 0 || errno == EINTR {
                if take().contains(where: [SIGINT, SIGTERM, SIGHUP].contains) { told() }
            }
        }
    }
}
