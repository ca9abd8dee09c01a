import Gateways
public import Payments
import Time

/// A tip that somebody wants set on a sale afterwards. Source: row H20.
public struct TipOrder: Hashable, Sendable {
    /// Of the sale.
    public var reference: TransactionReference
    /// Minor units of the sale's currency; 0 takes the tip away.
    public var minorUnits: Int64
    /// Through the older service. The digits of the reader's secret go beside the intent.
    public var usesOldService: Bool

    public init(_ reference: TransactionReference, minorUnits: Int64, usesOldService: Bool = false) {
        self.reference = reference
        self.minorUnits = minorUnits
        self.usesOldService = usesOldService
    }
}

/// A tip that is being set.
///
///     sending ──set──▶ (the sale is young: waiting ──▶) reading back ──it is there──▶ authorised
///        │  ▲                                             └─ it isn't ─┐
///        │  └───────────────────────── once ───────────────────────────┘
///        └──declined, failed, no answer──▶ the end
struct TipAdjustment: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        case sending
        /// It was set so soon after the sale that it may get lost. It is looked at once the sale is old enough.
        case waiting(until: Uptime)
        case readingBack(CloudQuestion)
    }

    var order: TipOrder
    var money: Money
    var eftTransactionID: String
    /// Of the reader that made the sale; empty where none did.
    var serialNumber: String
    var soldAt: WallTime
    var stage = Stage.sending
    /// It was sent that soon after the sale.
    var isEarly = false
    var isRepeated = false

    /// A tip that is set sooner after the sale than this may be lost. Source: gateways.md F, KI-2024-002.
    static let early = Duration.seconds(60)

    /// How long the sale is too young still; nothing or less where it is not. Clocks that were set back make nobody wait
    /// for longer.
    func youth(at wall: WallTime) -> Duration {
        Self.early - .milliseconds(abs(wall.milliseconds - soldAt.milliseconds))
    }
}
