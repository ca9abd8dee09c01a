import Payments
import Time

/// When an unknown payment stands in the way of a new one. Source: the money rules, row N2.
enum UnknownRule {
    /// How long an unknown payment blocks the same amount on the same reader.
    static let window = Duration.seconds(600)

    /// The unknown payment that forbids `order`; nil where none does.
    static func blocker(
        of order: PaymentOrder, on serialNumber: String, among payments: [KnownPayment], at wall: WallTime
    ) -> TransactionReference? {
        guard order.operation.movesMoney else { return nil }
        return payments.filter {
            $0.isUnresolved && $0.intent.reference != order.despiteUnknown
        }
        .first {
            isSameReference($0, order) || isSameOriginal($0, order) || isSamePayment($0, order, serialNumber, wall)
        }?
        .intent.reference
    }

    /// A payment of the same kind for the same original; on a refund or reversal whose end nobody knows none follows.
    private static func isSameOriginal(_ payment: KnownPayment, _ order: PaymentOrder) -> Bool {
        order.original != nil && payment.intent.original?.reference == order.original
    }

    private static func isSameReference(_ payment: KnownPayment, _ order: PaymentOrder) -> Bool {
        order.customerReference != nil && payment.intent.customerReference == order.customerReference
    }

    /// A clock that was set back does not open the window early: the distance counts, not the direction.
    private static func isSamePayment(
        _ payment: KnownPayment, _ order: PaymentOrder, _ serialNumber: String, _ wall: WallTime
    ) -> Bool {
        payment.intent.operation.isLike(order.operation) && payment.intent.money == order.money
            && payment.intent.readerSerialNumber == serialNumber
            && abs(wall.milliseconds - payment.at.milliseconds) < window.milliseconds
    }
}

extension PaymentIntent.Operation {
    /// Doing the one would move the same money as doing the other.
    fileprivate func isLike(_ other: Self) -> Bool { self == other || isSale && other.isSale }
}
