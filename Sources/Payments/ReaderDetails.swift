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
