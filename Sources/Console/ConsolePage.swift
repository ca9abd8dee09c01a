/// The screens.
public enum ConsolePage: String, Hashable, Sendable, CaseIterable {
    case readers, connection, sale, status, signature, receipt, history, resolve, help, lock, reader, account, updates
}
