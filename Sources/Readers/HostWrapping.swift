/// Who makes secret what goes to the acquirer.
public enum HostWrapping: Hashable, Sendable {
    /// The reader: what it sends is TLS already, and nothing is wrapped around it.
    case byReader
    /// The till.
    case byTill
}
