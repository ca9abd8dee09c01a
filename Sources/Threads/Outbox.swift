import CPosix
import Glibc

/// What others leave for a thread that waits in `poll`: bytes to send, and word that nobody wants the stream any more.
public final class Outbox: Sendable {
    private struct Content {
        var bytes: [UInt8] = []
        var isGivenUp = false
        var isShut = false
        /// The thread looks by itself before it waits again.
        var isAttended = false
    }

    private let content = Locked(Content())
    /// Becomes readable when something was left; negative where the system has no descriptor left.
    public let wakeUp = cposix_eventfd()

    public init() {}

    deinit { close(wakeUp) }

    /// Leaves bytes; they are dropped after `giveUp` or `shut`.
    public func post(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let isWanted = content.withLock { content in
            guard !content.isShut, !content.isGivenUp else { return false }
            content.bytes += bytes
            return !content.isAttended
        }
        if isWanted { cposix_wake(wakeUp) }
    }

    /// Leaves word that the stream is to end.
    public func giveUp() {
        content.withLock { $0.isGivenUp = true }
        cposix_wake(wakeUp)
    }

    public var isGivenUp: Bool { content.withLock { $0.isGivenUp } }

    /// Whoever works off what is left needs no waking until it waits: what it leaves itself costs nothing more.
    /// - Parameter isAwake: false before it waits.
    /// - Returns: false where bytes were left meanwhile, so that there is nothing to wait for.
    @discardableResult
    public func attend(_ isAwake: Bool) -> Bool {
        content.withLock { content in
            content.isAttended = isAwake
            return content.bytes.isEmpty
        }
    }

    /// Makes `wakeUp` wait again. To be called before `take`, so that what comes in between wakes once more.
    public func rest() { cposix_drain(wakeUp) }

    /// Moves the bytes that were left to the end of `pending`.
    public func take(into pending: inout ArraySlice<UInt8>) {
        let bytes = content.withLock { content in
            defer { content.bytes = [] }
            return content.bytes
        }
        if !bytes.isEmpty { pending = pending.isEmpty ? bytes[...] : pending + bytes }
    }

    /// Takes nothing more.
    public func shut() {
        content.withLock { content in
            content.isShut = true
            content.bytes = []
        }
    }
}
