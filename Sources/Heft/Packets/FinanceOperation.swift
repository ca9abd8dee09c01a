/// F000 to F070.
public enum FinanceOperation: UInt8, Hashable, Sendable, CaseIterable {
    case sale = 0, refund, saleVoid, refundVoid, startOfDay, endOfDay, update, pendingResult
}

extension FinanceOperation {
    /// The third character counts: F000, F010, … F070.
    public var command: CommandID {
        CommandID(rawValue: CommandID.sale.rawValue + UInt32(rawValue) << 8)
    }

    public var answerCommand: CommandID { command.answer }

    /// The operation of a request or an answer; nil for other commands.
    public init?(_ command: CommandID) {
        guard let operation = Self.allCases.first(where: { $0.command.answer == command.answer }) else { return nil }
        self = operation
    }
}
