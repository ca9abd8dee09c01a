enum CurrencyTable {
    static let byAlpha: [String: Currency] = ["EUR": Currency("EUR", 978, 2)]
    static let byNumeric: [UInt16: Currency] = [978: Currency("EUR", 978, 2)]
}
