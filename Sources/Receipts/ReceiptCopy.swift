/// For whom a receipt is.
public enum ReceiptCopy: String, Hashable, Sendable, CaseIterable {
    case merchant, customer
}
