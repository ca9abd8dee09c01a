import Time

/// The end of a pinpad's day.
extension AcquirerMind {
    /// Closes the reader's batch, whatever its totals say: the ledger counts, and a difference is told.
    mutating func settle(_ request: TerminalRequest, at: WallTime) -> TerminalAnswer {
        let own = totals(of: request.serialNumber)
        // A batch with nothing in it needs no closing.
        _ = try? closeBatch(of: request.serialNumber, at: at)
        let agree = Set(own) == Set(request.totals)
        return TerminalAnswer(code: agree ? TerminalAnswer.approved : TerminalAnswer.totalsDiffer)
    }

    /// What stands in a reader's open batch of what the reader itself has asked, by kind.
    public func totals(of serialNumber: String) -> [TerminalTotal] {
        let transactions = (try? batch(of: serialNumber))?.transactions ?? []
        return TerminalRequest.Kind.allCases.compactMap { kind in
            let entries = transactions.map(\.entry).filter {
                $0.terminal != nil && $0.kind == kind.ledgerKind && $0.kind != .reversal && $0.finStatus == .authorised
                    && !reversed.contains($0.id)
            }
            let amount = entries.reduce(0) { $0 + $1.amount }
            return entries.isEmpty ? nil : TerminalTotal(kind, count: entries.count, amount: amount)
        }
    }
}
