/// What a reader says of itself when it is connected (row H4).
public struct ReaderDetails: Hashable, Sendable {
    /// Twelve digits.
    public var serialNumber: String
    public var publicKeyVersion: Int
    public var emvParameterVersion: Int
    public var applicationName: String
    /// Major and minor number: `1.7`.
    public var applicationVersion: String
    public var manufacturerCode: Int
    public var modelCode: Int
    /// As the reader writes it (`57%`); nil where it gives none.
    public var battery: String?
    /// The reader still holds the result of an earlier transaction.
    public var resultPending: Bool
    /// What the reader speaks.
    public var wireProtocol: ReaderAddress.WireProtocol = .heft
    /// The acquirer's number of the terminal; nil where the reader gives none.
    public var terminalID: String?
    /// The one currency of the reader, by its letters; nil where it has more, or doesn't say.
    public var currency: String?
    /// What the reader wants done before a payment.
    public var demand: ReaderDemand?

    public init(
        serialNumber: String, publicKeyVersion: Int, emvParameterVersion: Int, applicationName: String,
        applicationVersion: String, manufacturerCode: Int, modelCode: Int, battery: String?, resultPending: Bool
    ) {
        self.serialNumber = serialNumber
        self.publicKeyVersion = publicKeyVersion
        self.emvParameterVersion = emvParameterVersion
        self.applicationName = applicationName
        self.applicationVersion = applicationVersion
        self.manufacturerCode = manufacturerCode
        self.modelCode = modelCode
        self.battery = battery
        self.resultPending = resultPending
    }
}

/// What a reader wants done before it takes a payment. Source: datecs.md 5.
public enum ReaderDemand: String, Hashable, Sendable {
    /// It refuses payments until its day is closed.
    case endOfDay
    /// New parameters wait at the bank's host.
    case update
}
