public import EMV

/// The data objects of the protocol. Source: datecs.md 9.2.
extension Tag {
    /// Minor units, in all. *seen*
    public static let amount = Tag(rawValue: 0x81)
    public static let cashback = Tag(rawValue: 0x9F04)
    public static let tip = Tag(rawValue: 0xDF63)
    public static let originalRRN = Tag(rawValue: 0xDF01)
    public static let originalAuthorization = Tag(rawValue: 0xDF02)
    public static let reference = Tag(rawValue: 0xDF03)
    /// The Ukrainian variant's. *seen*
    public static let receiptNumber = Tag(rawValue: 0xDF13)
    /// YYMMDD.
    public static let date = Tag(rawValue: 0x9A)
    public static let time = Tag(rawValue: 0x9F21)
    public static let result = Tag(rawValue: 0xDF05)
    public static let error = Tag(rawValue: 0xDF06)
    public static let rrn = Tag(rawValue: 0xDF07)
    public static let authorization = Tag(rawValue: 0xDF08)
    public static let hostResponse = Tag(rawValue: 0xDF09)
    /// In BCD, though two public hosts read it as binary. *seen*
    public static let stan = Tag(rawValue: 0x9F41)
    public static let scheme = Tag(rawValue: 0xDF00)
    public static let maskedCard = Tag(rawValue: 0xDF0A)
    public static let cardholder = Tag(rawValue: 0x5F20)
    public static let applicationID = Tag(rawValue: 0x9F06)
    public static let cryptogram = Tag(rawValue: 0x9F26)
    public static let transactionType = Tag(rawValue: 0xDF10)
    public static let recordState = Tag(rawValue: 0xDF12)
    public static let signature = Tag(rawValue: 0xDF23)
    public static let entryMode = Tag(rawValue: 0xDF25)
    public static let contactlessScheme = Tag(rawValue: 0xDF60)
    public static let interfaceID = Tag(rawValue: 0xDF62)
    /// One byte is sent, any size read. *own choice*
    public static let pinEntered = Tag(rawValue: 0xDF7F)
    public static let issuer = Tag(rawValue: 0xDF79)
    public static let batch = Tag(rawValue: 0xDF61)
    public static let currentBatch = Tag(rawValue: 0xDF32)
    /// ISO 4217 number.
    public static let currency = Tag(rawValue: 0x5F2A)
    public static let currencyName = Tag(rawValue: 0xDF27)
    /// Digits before and after the point.
    public static let amountDigits = Tag(rawValue: 0xDF26)
    public static let secondAmount = Tag(rawValue: 0xDF04)
    public static let secondCurrencyName = Tag(rawValue: 0xDF19)
    public static let secondCashback = Tag(rawValue: 0xDF24)
    public static let secondTip = Tag(rawValue: 0xDF64)
    public static let loyaltyPoints = Tag(rawValue: 0xDF0B)
    public static let terminalID = Tag(rawValue: 0x9F1C)
    public static let merchantID = Tag(rawValue: 0x9F16)
    public static let serialNumber = Tag(rawValue: 0x9F1E)
    public static let merchantPhone = Tag(rawValue: 0xDF28)
    public static let merchantPostCode = Tag(rawValue: 0xDF29)
    /// In English; the four below them in Bulgarian.
    public static let merchantTitle = Tag(rawValue: 0xDF2A)
    public static let merchantAddress = Tag(rawValue: 0xDF2B)
    public static let merchantCity = Tag(rawValue: 0xDF2C)
    public static let merchantName = Tag(rawValue: 0xDF2D)
    public static let localTitle = Tag(rawValue: 0xDF2E)
    public static let localAddress = Tag(rawValue: 0xDF2F)
    public static let localCity = Tag(rawValue: 0xDF30)
    public static let localName = Tag(rawValue: 0xDF31)
    public static let bankCard1 = Tag(rawValue: 0xDF7D)
    public static let bankCard2 = Tag(rawValue: 0xDF7E)
    public static let cashbackLimit = Tag(rawValue: 0xDF8004)
    public static let cashbackCurrency = Tag(rawValue: 0xDF8005)
    /// Declined: a PIN is needed.
    public static let pinNeeded = Tag(rawValue: 0xDF8006)
    public static let applicationName = Tag(rawValue: 0xDFC101)
    public static let accessPoint = Tag(rawValue: 0xDF50)
    public static let accessPointUser = Tag(rawValue: 0xDF53)
    public static let accessPointPassword = Tag(rawValue: 0xDF54)
    public static let secondAddress = Tag(rawValue: 0xDF6C)
    public static let secondPort = Tag(rawValue: 0xDF6D)
    public static let password = Tag(rawValue: 0xDF8003)
    public static let hostAddress = Tag(rawValue: 0xDF51)
    public static let hostPort = Tag(rawValue: 0xDF52)
    public static let keyLoadAddress = Tag(rawValue: 0xDF7B)
    public static let keyLoadPort = Tag(rawValue: 0xDF7C)
    public static let managementAddress = Tag(rawValue: 0xDF65)
    public static let managementPort = Tag(rawValue: 0xDF66)
    /// Of the event 0B82.
    public static let messageID = Tag(rawValue: 0xC1)

    /// Of all of the above.
    static let formats: [Tag: TagFormat] = [
        .amount: .init("amount", .number, 4),
        .cashback: .init("cashback", .number, 4),
        .tip: .init("tip", .number, 4),
        .originalRRN: .init("originalRRN", .text),
        .originalAuthorization: .init("originalAuthorization", .text),
        .reference: .init("reference", .text),
        .receiptNumber: .init("receiptNumber", .text),
        .date: .init("date", .digits, 3),
        .time: .init("time", .digits, 3),
        .result: .init("result", .number, 4),
        .error: .init("error", .number, 4),
        .rrn: .init("rrn", .text),
        .authorization: .init("authorization", .text),
        .hostResponse: .init("hostResponse", .number, 4),
        .stan: .init("stan", .digits, 4),
        .scheme: .init("scheme", .text),
        .maskedCard: .init("maskedCard", .text),
        .cardholder: .init("cardholder", .text),
        .applicationID: .init("applicationID", .bytes),
        .cryptogram: .init("cryptogram", .bytes),
        .transactionType: .init("transactionType", .number, 2),
        .recordState: .init("recordState", .number, 2),
        .signature: .init("signature", .number, 2),
        .entryMode: .init("entryMode", .number, 2),
        .contactlessScheme: .init("contactlessScheme", .number, 4),
        .interfaceID: .init("interfaceID", .text),
        .pinEntered: .init("pinEntered", .number, 1),
        .issuer: .init("issuer", .number, 1),
        .batch: .init("batch", .number, 2),
        .currentBatch: .init("currentBatch", .number, 2),
        .currency: .init("currency", .digits, 2),
        .currencyName: .init("currencyName", .text),
        .amountDigits: .init("amountDigits", .bytes),
        .secondAmount: .init("secondAmount", .number, 4),
        .secondCurrencyName: .init("secondCurrencyName", .text),
        .secondCashback: .init("secondCashback", .number, 4),
        .secondTip: .init("secondTip", .number, 4),
        .loyaltyPoints: .init("loyaltyPoints", .number, 4),
        .terminalID: .init("terminalID", .text),
        .merchantID: .init("merchantID", .text),
        .serialNumber: .init("serialNumber", .text),
        .merchantPhone: .init("merchantPhone", .text),
        .merchantPostCode: .init("merchantPostCode", .text),
        .merchantTitle: .init("merchantTitle", .text),
        .merchantAddress: .init("merchantAddress", .text),
        .merchantCity: .init("merchantCity", .text),
        .merchantName: .init("merchantName", .text),
        .localTitle: .init("localTitle", .text),
        .localAddress: .init("localAddress", .text),
        .localCity: .init("localCity", .text),
        .localName: .init("localName", .text),
        .bankCard1: .init("bankCard1", .number, 1),
        .bankCard2: .init("bankCard2", .number, 1),
        .cashbackLimit: .init("cashbackLimit", .number, 4),
        .cashbackCurrency: .init("cashbackCurrency", .text),
        .pinNeeded: .init("pinNeeded", .number, 1),
        .applicationName: .init("applicationName", .text),
        .accessPoint: .init("accessPoint", .text),
        .accessPointUser: .init("accessPointUser", .text),
        .accessPointPassword: .init("accessPointPassword", .text),
        .secondAddress: .init("secondAddress", .bytes),
        .secondPort: .init("secondPort", .number, 2),
        .password: .init("password", .text),
        .hostAddress: .init("hostAddress", .text),
        .hostPort: .init("hostPort", .number, 2),
        .keyLoadAddress: .init("keyLoadAddress", .text),
        .keyLoadPort: .init("keyLoadPort", .number, 2),
        .managementAddress: .init("managementAddress", .text),
        .managementPort: .init("managementPort", .number, 2),
        .messageID: .init("messageID", .number, 2),
    ]
}

extension [Tag] {
    /// What a real host asks of a receipt, in one request. *seen* (datecs.md 11)
    public static let receipt: [Tag] =
        [.amount, .cashback, .date, .time, .applicationID, .cryptogram, .terminalID, .merchantID, .currency, .stan]
        + [.cardholder, .scheme, .originalRRN, .originalAuthorization, .reference, .secondAmount, .result, .error]
        + [.rrn, .authorization, .hostResponse, .maskedCard, .loyaltyPoints, .transactionType, .recordState]
        + [.secondCurrencyName, .signature, .entryMode, .secondCashback, .amountDigits, .currencyName]
        + [.merchantPhone, .merchantPostCode, .merchantTitle, .merchantAddress, .merchantCity, .merchantName]
        + [.localTitle, .localAddress, .localCity, .localName, .contactlessScheme, .batch, .interfaceID, .tip]
        + [.secondTip]
}
