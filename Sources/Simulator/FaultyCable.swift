import Time

/// The link between a host and a virtual reader with what goes wrong on it. Bytes behind a late one wait for it, so that
/// none overtakes another; what is on its way when the link breaks is lost.
struct FaultyCable: Sendable {
    struct Arrival: Hashable, Sendable {
        var direction: FaultPlan.Direction
        var bytes: [UInt8]
        /// The link breaks behind these bytes.
        var isCut: Bool
    }

    private struct Waiting: Sendable {
        var arrival: Arrival
        var at: Uptime
    }

    var plan: FaultPlan
    private var waiting: [Waiting] = []
    private var heldUntil: [FaultPlan.Direction: Uptime] = [:]

    init(_ plan: FaultPlan) { self.plan = plan }

    /// When the next late bytes arrive; nil where none are on their way.
    var nextDeadline: Uptime? { waiting.map(\.at).min() }

    /// Takes bytes at one end.
    /// - Returns: what arrives at once.
    mutating func carry(_ bytes: [UInt8], _ direction: FaultPlan.Direction, at now: Uptime) -> [Arrival] {
        var rest = bytes[...]
        var isCut = false
        while !rest.isEmpty, !isCut {
            let late = plan.takeDelay(direction, within: rest.count)
            let piece = rest.prefix(late?.distance ?? rest.count)
            if !piece.isEmpty { isCut = put(Array(piece), direction, at: now) }
            rest = rest.dropFirst(piece.count)
            if let late { heldUntil[direction] = max(heldUntil[direction] ?? now, now) + late.duration }
        }
        return due(at: now)
    }

    /// What has arrived by now, in the order in which it does.
    mutating func due(at now: Uptime) -> [Arrival] {
        let arrived = waiting.filter { $0.at <= now }
        waiting.removeAll { $0.at <= now }
        return arrived.map(\.arrival)
    }

    /// Nothing of what is on its way arrives any more.
    mutating func lose() {
        waiting = []
        heldUntil = [:]
    }

    /// - Returns: whether the link breaks behind these bytes.
    private mutating func put(_ bytes: [UInt8], _ direction: FaultPlan.Direction, at now: Uptime) -> Bool {
        let (arriving, isCut) = plan.pass(bytes, direction)
        let arrival = Arrival(direction: direction, bytes: arriving, isCut: isCut)
        waiting.append(Waiting(arrival: arrival, at: max(heldUntil[direction] ?? now, now)))
        return isCut
    }
}
