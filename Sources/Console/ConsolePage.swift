/// The screens.
public enum ConsolePage: String, Hashable, Sendable, CaseIterable {
    case readers, connection, sale, status, signature, receipt, history, help, lock, reader
}
