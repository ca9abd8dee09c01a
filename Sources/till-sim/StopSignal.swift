import Glibc

/// SIGTERM and SIGINT, waited for instead of handled.
struct StopSignal {
    private let signals: sigset_t

    /// Blocks them, and ignores SIGPIPE. To be made before the first thread.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        self.signals = signals
    }

    func wait() {
        var signals = signals
        var received: Int32 = 0
        while sigwait(&signals, &received) == EINTR {}
    }
}
