import CPosix
import Glibc

/// Lets any thread wake the terminal's loop. Many wake-ups before it looks are one.
public final class Waker: Sendable {
    let descriptor: Int32

    public init() { descriptor = cposix_eventfd() }

    deinit { close(descriptor) }

    public func wake() { cposix_wake(descriptor) }

    func drain() { cposix_drain(descriptor) }
}
