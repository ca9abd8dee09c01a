import Glibc

/// A queue with many senders and one reader, in order and without loss.
public final class Mailbox<Message: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var messages: [Message] = []

    public init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        arrived = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(arrived, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(arrived)
        arrived.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Adds a message; never blocks for longer than the lock is held.
    public func post(_ message: Message) {
        pthread_mutex_lock(mutex)
        messages.append(message)
        pthread_cond_signal(arrived)
        pthread_mutex_unlock(mutex)
    }

    /// What has arrived so far, oldest first; never waits.
    public func takeAll() -> [Message] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let taken = messages
        messages = []
        return taken
    }

    /// Waits until something arrives, at most until `deadline` (CLOCK_MONOTONIC nanoseconds; nil waits for ever).
    /// - Returns: what arrived, oldest first; empty at the deadline.
    public func wait(until deadline: Int64?) -> [Message] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while messages.isEmpty {
            guard let deadline else {
                pthread_cond_wait(arrived, mutex)
                continue
            }
            var limit = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            if pthread_cond_timedwait(arrived, mutex, &limit) == ETIMEDOUT { break }
        }
        let taken = messages
        messages = []
        return taken
    }
}
