extension Scenario {
    /// The code that a pinpad's amount gets. Source: datecs.md 17.
    /// - Parameter amount: minor units, whatever the currency.
    func terminalCode(on amount: Int64) -> Int {
        switch (self, amount) {
        case (.default, 4700): return TerminalAnswer.pinNeeded
        case (.default, 4800): return TerminalAnswer.wrongPIN
        default: break
        }
        return switch verdict(on: amount).finStatus {
        case .authorised: TerminalAnswer.approved
        case .declined: TerminalAnswer.insufficientFunds
        // A pinpad has no words for a part, so none is booked. *own choice*
        case .partialApproval: TerminalAnswer.partlyApproved
        case .failed: TerminalAnswer.malfunction
        }
    }

    /// The issuer wants to be telephoned before a pinpad's sale. Source: gateways.md D.5, *own choice*.
    func refersToIssuer(_ amount: Int64) -> Bool { self == .triggers && amount % 100 == 52 }
}
