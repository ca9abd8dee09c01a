/// What a cell means. Colours are a theme's business; a view names only roles, and every theme defines every role.
public enum Role: String, Hashable, Sendable, CaseIterable {
    case text, dim, title, border
    /// The amount in big digits.
    case amount
    /// The sentence that says what to do now.
    case instruction
    /// The mark of training mode.
    case training
    /// The item that has the keyboard, and a chosen line of a list that has not.
    case focus, selection
    /// A text that can be edited.
    case input
    case warning, fault
    /// The key bar's labels, its keys, and what is not possible now.
    case keybar
    case keybarKey = "keybar.key"
    case keybarOff = "keybar.off"
    case approved = "outcome.approved"
    case partlyApproved = "outcome.partlyApproved"
    case declined = "outcome.declined"
    case cancelled = "outcome.cancelled"
    case failed = "outcome.failed"
    case unknown = "outcome.unknown"
    /// Bytes from and to the reader, in traces.
    case inbound = "trace.inbound"
    case outbound = "trace.outbound"
}
