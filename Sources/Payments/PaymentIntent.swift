/// What is to be done, made durable before the first byte of it leaves.
public struct PaymentIntent: Hashable, Sendable {
    public enum Operation: String, Hashable, Sendable {
        case sale
    }

    public var reference: TransactionReference
    public var operation: Operation
    public var money: Money
    /// The merchant's own reference; nil where none was given.
    public var customerReference: String?
    /// The reader's URI, as the user names it.
    public var reader: String
    public var readerSerialNumber: String
    /// The unknown payment in spite of which this one was allowed.
    public var despiteUnknown: TransactionReference?
    /// Who vouched for it, where the operator alone could not.
    public var authorisedBy: OperatorName?

    public init(
        reference: TransactionReference, operation: Operation, money: Money, customerReference: String?,
        reader: String, readerSerialNumber: String, despiteUnknown: TransactionReference? = nil,
        authorisedBy: OperatorName? = nil
    ) {
        self.reference = reference
        self.operation = operation
        self.money = money
        self.customerReference = customerReference
        self.reader = reader
        self.readerSerialNumber = readerSerialNumber
        self.despiteUnknown = despiteUnknown
        self.authorisedBy = authorisedBy
    }

    /// What the reader is given as `CustomerReference`.
    public var referenceOnTheWire: String { customerReference ?? reference.customerReference }
}
