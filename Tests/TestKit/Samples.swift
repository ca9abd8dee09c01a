public import Payments

extension Currency {
    public static let pounds = sample("GBP")
    public static let euro = sample("EUR")
    public static let yen = sample("JPY")
    public static let dinar = sample("KWD")

    private static func sample(_ alpha: String) -> Currency {
        guard let currency = Currency(alpha: alpha) else { preconditionFailure("\(alpha) is not in the table") }
        return currency
    }
}

extension OperatorName {
    public static let anna = sample("anna")
    public static let boss = sample("boss")

    private static func sample(_ text: String) -> OperatorName {
        guard let name = OperatorName(text) else { preconditionFailure("\(text) is no operator's name") }
        return name
    }
}
