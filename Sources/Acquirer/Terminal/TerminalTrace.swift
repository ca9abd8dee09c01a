/// What a terminal's own numbers of a decision are.
public struct TerminalTrace: Hashable, Sendable {
    public var terminalID: String
    /// Of a reversal the STAN of what it reverses.
    public var stan: Int
    public var rrn: String
    /// The answer's. A reversal is accepted (0) even where there was nothing to reverse.
    public var code: Int
    /// Minor units; inside the entry's amount, as the cash is.
    public var tip: Int64?
    public var cashback: Int64?
}
