import Glibc
import Threads

/// An open file that came over the bus or goes over it. It is closed with its last owner, unless somebody took it.
public final class BusDescriptor: Hashable, Sendable {
    private let number: Locked<Int32>

    /// Takes the descriptor over.
    public init(_ descriptor: Int32) { number = Locked(descriptor) }

    deinit {
        let left = take()
        if left >= 0 { close(left) }
    }

    /// Hands the descriptor to the caller, who closes it; below zero where it was taken before.
    public func take() -> Int32 {
        number.withLock { number in
            defer { number = -1 }
            return number
        }
    }

    /// Lends the descriptor for as long as `body` runs; below zero where it was taken.
    func lend<R>(_ body: (Int32) -> R) -> R { number.withLock { body($0) } }

    public static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
