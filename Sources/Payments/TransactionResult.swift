/// The result of a transaction with every field of row H18. Fields that the reader did not give are nil.
/// Amounts are minor units. Text is as it came, unchecked.
public struct TransactionResult: Hashable, Sendable {
    /// AUTHORISED, DECLINED, CANCELLED, FAILED, PARTIAL_APPROVAL, PROCESSED or UNDEFINED.
    public var finStatus: String
    /// The reader's result byte without the restart flag.
    public var financialResult: Int?
    public var statusMessage: String?
    /// SALE, REFUND, VOID_SALE, …
    public var type: String?
    public var requestedAmount: Int64?
    public var authorisedAmount: Int64?
    public var totalAmount: Int64?
    public var gratuityAmount: Int64?
    public var gratuityPercentage: String?
    public var dueAmount: Int64?
    /// ISO 4217 letters.
    public var currency: String?
    public var eftTransactionID: String?
    public var originalEFTTransactionID: String?
    /// The reader's running number.
    public var transactionID: String?
    /// `YYYYMMDDhhmmss`, as sent.
    public var eftTimestamp: String?
    public var authorisationCode: String?
    public var cardSchemeName: String?
    public var maskedCardNumber: String?
    public var cardEntryType: String?
    public var verificationMethod: String?
    public var cardToken: String?
    public var customerReceipt: String?
    public var merchantReceipt: String?
    public var errorMessage: String?
    public var customerReference: String?
    public var budgetNumber: String?
    public var chipTransactionReport: String?
    public var balance: Balance?
    public var recoveredTransaction: Bool?
    public var isRestarting: Bool?
    public var raw: RawResult?

    public struct Balance: Hashable, Sendable {
        public var amount: Int64?
        public var currency: String?
        public var sign: String?

        public init(amount: Int64?, currency: String?, sign: String?) {
            self.amount = amount
            self.currency = currency
            self.sign = sign
        }
    }

    /// The wire's own words, for support.
    public struct RawResult: Hashable, Sendable {
        /// The answer's header status, four hexadecimal digits: `0001`.
        public var header: String
        /// The result byte as it came; nil where the answer had no payload.
        public var result: Int?
        public var fields: Detail?

        public init(header: String, result: Int?, fields: Detail?) {
            self.header = header
            self.result = result
            self.fields = fields
        }
    }

    public init(finStatus: String) { self.finStatus = finStatus }
}

extension TransactionResult {
    /// What the bank's host said in numbers of ISO 8583, where a Datecs reader gives it. Source: datecs.md 10.2.
    public var hostResponse: Int? {
        raw?.fields?.children.first { $0.name == "hostResponse" }.flatMap { Int($0.text) }
    }

    /// The issuer wants to be called before it decides: codes 1 and 2 of ISO 8583.
    public var isReferral: Bool { hostResponse.map { [1, 2].contains($0) } ?? false }
}
