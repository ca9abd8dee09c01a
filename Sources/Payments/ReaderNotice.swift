/// One step of a running operation, as the reader tells it.
public struct ReaderNotice: Hashable, Sendable {
    /// The protocol's status code (HEFT: heft.md 6.1).
    public var code: UInt16
    /// The code's name in the protocol's own words: `WAITING_CARD`; empty for a code outside the table.
    public var name: String
    /// The reader's own sentence, as it came.
    public var text: String
    public var detail: Detail?
    /// Whether the operation may be cancelled from now on, until the next notice.
    public var cancelAllowed: Bool

    public init(code: UInt16, name: String, text: String, detail: Detail?, cancelAllowed: Bool) {
        self.code = code
        self.name = name
        self.text = text
        self.detail = detail
        self.cancelAllowed = cancelAllowed
    }
}
