import CPosix
import Glibc

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread for work that blocks, so that it never holds a thread of the cooperative pool.
/// - Returns: false where the system has no thread left; `run` is then never called.
@discardableResult
public func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = Unmanaged.passRetained(ThreadBody(run))
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            cposix_crash_thread()
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, body.toOpaque())
    guard failure == 0 else {
        body.release()
        return false
    }
    pthread_detach(thread)
    return true
}
