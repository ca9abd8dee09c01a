/// What the merchant writes down of a sale's customer, for the shop alone: it stands in the journal and on nothing that
/// leaves the till. Source: row R5, gateways.md C.8.
public struct Buyer: Hashable, Sendable {
    /// The invoice's number, at most 20 characters.
    public var invoice: String?
    public var email: String?
    public var phone: String?
    /// Whose card it is.
    public var holder: String?

    public init(invoice: String? = nil, email: String? = nil, phone: String? = nil, holder: String? = nil) {
        self.invoice = invoice
        self.email = email
        self.phone = phone
        self.holder = holder
    }

    /// Nothing is written down.
    public var isEmpty: Bool { self == Buyer() }

    /// Source: gateways.md C.7 for the invoice, C.4 for the holder; the others are *own choice*.
    public var isTooLong: Bool {
        (invoice?.count ?? 0) > 20 || (email?.count ?? 0) > 254 || (phone?.count ?? 0) > 20 || (holder?.count ?? 0) > 60
    }

    /// Those that are given.
    public var texts: [String] { [invoice, email, phone, holder].compactMap(\.self) }
}
