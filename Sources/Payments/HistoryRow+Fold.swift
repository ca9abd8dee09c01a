extension HistoryRow {
    /// What a payment's entries come to, oldest first, with the journal's number of the first; nil without entries.
    public init?(journalID: Int64, folding entries: [JournalEntry]) {
        guard let first = entries.first else { return nil }
        self.init(
            journalID: journalID, at: first.at, reference: first.reference, intent: nil, outcome: nil, result: nil,
            relayed: false, operatorName: first.operatorName, training: first.training)
        for entry in entries { take(entry.change) }
    }

    private mutating func take(_ change: JournalEntry.Change) {
        switch change {
        case .intent(let intent): self.intent = intent
        case .relayed: relayed = true
        case .mark(let mark): self.mark = mark
        case .signature(let verdict): signature = verdict
        case .reversing(let id, _): reversing = id
        case .tip(let amount, let outcome):
            tip = tip?.followed(by: amount, outcome) ?? Tip(amount: amount, outcome: outcome)
        case .outcome(let outcome, let result), .orphan(let outcome, let result):
            self.outcome = outcome
            self.result = result
        }
    }

    /// True while somebody has to find out what became of it; never where no money moves.
    public var isUnresolved: Bool {
        (outcome == nil || outcome == .unknown) && intent?.operation.movesMoney != false
    }

    /// Whether the text stands in reference, amount, customer reference, approval code, GUID or outcome, in any case of
    /// letters. A comma in an amount counts as a point.
    public func matches(_ query: String) -> Bool {
        let words = [reference.text] + (intent.map(SearchWords.of) ?? []) + SearchWords.of(outcome, result)
        return SearchWords.contain(query, in: words)
    }

    /// Whether reference or GUID starts with the text, in any case of letters.
    public func isNamed(byPrefix prefix: String) -> Bool {
        let prefix = prefix.lowercased()
        let names = [reference.text, result?.eftTransactionID?.lowercased()]
        return !prefix.isEmpty && names.contains { $0?.hasPrefix(prefix) ?? false }
    }
}
