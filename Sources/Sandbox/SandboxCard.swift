/// The card of the virtual card holder. No number of it exists.
enum SandboxCard {
    static let schemeName = "MASTERCARD"
    static let maskedNumber = "************0045"
    static let expiry = "1231"
}
