/// A card that a virtual card holder uses. No number of it exists anywhere: only what a receipt may show.
public struct VirtualCard: Hashable, Sendable {
    public var schemeName: String
    /// The reader family's own number of the scheme.
    public var typeID: String
    public var maskedNumber: String
    public var applicationID: String
    public var applicationLabel: String
    /// PAN sequence number.
    public var sequenceNumber: String

    public init(
        schemeName: String, typeID: String, maskedNumber: String, applicationID: String, applicationLabel: String,
        sequenceNumber: String
    ) {
        self.schemeName = schemeName
        self.typeID = typeID
        self.maskedNumber = maskedNumber
        self.applicationID = applicationID
        self.applicationLabel = applicationLabel
        self.sequenceNumber = sequenceNumber
    }

    /// The card of the SDK's simulator. Source: heft.md 7.1.
    public static let mastercard = VirtualCard(
        schemeName: "MASTERCARD", typeID: "3000", maskedNumber: "************0045", applicationID: "A0000000041010",
        applicationLabel: "Debit Mastercard", sequenceNumber: "03")

    public static let visa = VirtualCard(
        schemeName: "VISA", typeID: "2000", maskedNumber: "************0119", applicationID: "A0000000031010",
        applicationLabel: "Visa Credit", sequenceNumber: "00")
}
