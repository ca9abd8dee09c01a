import CPosix
import Crypto
import Glibc
import Threads

/// What others want of the bus's thread.
enum BusOrder: Sendable {
    /// `until` is a moment of CLOCK_MONOTONIC in nanoseconds.
    case call(BusCall, until: Int64, @Sendable (Result<[BusValue], BusFault>) -> Void)
    case listen(UInt64, String, @Sendable (BusSignal) -> Void)
    case export(UInt64, String, @Sendable (BusRequest) -> Void)
    case drop(UInt64)
    case answer(UInt64, Result<[BusValue], BusFault>)
    case answerSecretly(UInt64, Secret)
    case close
}

/// Where orders are left for the bus's thread.
final class BusDoor: Sendable {
    private enum Content: Sendable {
        case open([BusOrder])
        /// The thread has gone, for this reason.
        case shut(BusFault)
    }

    /// Becomes readable when something was left; below zero where the system has no descriptor left.
    let wakeUp = cposix_eventfd()
    private let content = Locked(Content.open([]))
    private let last = Locked(UInt64(0))

    deinit { if wakeUp >= 0 { Glibc.close(wakeUp) } }

    /// A number that no other order of this bus has.
    func nextNumber() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }

    /// Leaves an order; where nobody takes it any more, a call is answered at once.
    func leave(_ order: BusOrder) {
        let fault: BusFault? = content.withLock { content in
            guard case .open(var orders) = content else {
                if case .shut(let fault) = content { return fault }
                return nil
            }
            content = .open([])
            orders.append(order)
            content = .open(orders)
            return nil
        }
        if let fault { order.fail(fault) } else { cposix_wake(wakeUp) }
    }

    /// What was left, oldest first.
    func take() -> [BusOrder] {
        cposix_drain(wakeUp)
        return content.withLock { content in
            guard case .open(let orders) = content else { return [] }
            content = .open([])
            return orders
        }
    }

    /// Takes nothing more: what was left and what will be is answered with the fault.
    func refuseAll(_ fault: BusFault) {
        let orders: [BusOrder] = content.withLock { content in
            guard case .open(let orders) = content else { return [] }
            content = .shut(fault)
            return orders
        }
        for order in orders { order.fail(fault) }
    }
}

extension BusOrder {
    fileprivate func fail(_ fault: BusFault) {
        if case .call(_, _, let answer) = self { answer(.failure(fault)) }
    }
}
