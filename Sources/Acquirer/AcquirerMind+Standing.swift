/// What is left of a transaction after all that followed it. Amounts are minor units.
extension AcquirerMind {
    /// Money has moved for it, and was moved back neither by a reversal of the whole nor by a void that stands itself.
    func stands(_ id: String) -> Bool {
        guard let answer = known[id]?.answer, answer.authorisedAmount > 0, !reversed.contains(id) else { return false }
        return !isVoided(id)
    }

    func isVoided(_ id: String) -> Bool {
        [.voidSale, .voidRefund, .release, .voidAdvance, .voidLoyalty].contains { follows(id, $0) }
    }

    /// Blocked money that has been taken.
    func isCaptured(_ id: String) -> Bool { follows(id, .capture) }

    /// Blocked money that has been taken, in one part or in several.
    func captured(of id: String) -> Int64 { sum(of: id, .capture) }

    /// Authorised, with the tip, less what was refunded and undone.
    func left(of id: String) -> Int64 {
        guard let answer = known[id]?.answer, stands(id) else { return 0 }
        return answer.authorisedAmount + tip(of: id) - refunded(of: id) - undone(of: id)
    }

    func refunded(of id: String) -> Int64 { sum(of: id, .refund) + sum(of: id, .motoRefund) }

    /// Undone by reversals, whether of all or of parts.
    func undone(of id: String) -> Int64 { sum(of: id, .reversal) + sum(of: id, .motoReversal) }

    /// The last adjustment counts.
    func tip(of id: String) -> Int64 {
        after(id).last { $0.request.kind == .tipAdjustment }?.request.amount ?? 0
    }

    private func sum(of id: String, _ kind: AcquirerRequest.Kind) -> Int64 {
        after(id).reduce(0) { sum, later in
            later.request.kind == kind && stands(later.request.id) ? sum + later.answer.authorisedAmount : sum
        }
    }

    private func follows(_ id: String, _ kind: AcquirerRequest.Kind) -> Bool {
        after(id).contains { $0.request.kind == kind && stands($0.request.id) }
    }

    private func after(_ id: String) -> [Known] { (following[id] ?? []).compactMap { known[$0] } }
}
