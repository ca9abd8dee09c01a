public import Payments
import Time

/// A transaction as the cloud knows it. Source: gateways.md B.5.
public struct CloudTransaction: Hashable, Sendable {
    /// `authorisedAmount` is nil unless money has moved.
    public var result: TransactionResult
    /// Where the cloud gives one.
    public var reference: TransactionReference?
    /// Of the reader that it was made on, where the cloud gives it.
    public var serialNumber: String?

    public init(result: TransactionResult, reference: TransactionReference?, serialNumber: String?) {
        self.result = result
        self.reference = reference
        self.serialNumber = serialNumber
    }
}

extension CloudTransaction {
    /// Amounts are numbers of minor units; anything else counts as not given. `unMaskedPan` and the token are not read.
    /// - Returns: nil where this is no transaction.
    init?(_ json: JSONValue) {
        guard let finStatus = Self.text(json["finStatus"]) else { return nil }
        var result = TransactionResult(finStatus: finStatus)
        Self.fillMoney(&result, json)
        Self.fillCard(&result, json)
        result.statusMessage = Self.text(json["statusMessage"])
        result.errorMessage = Self.text(json["errorMessage"])
        result.type = Self.text(json["type"])
        result.eftTransactionID = Self.text(json["efttransactionID"]) ?? Self.text(json["transactionID"])
        result.originalEFTTransactionID = Self.text(json["originalEFTTransactionID"])
        result.eftTimestamp = Self.timestamp(json["efttimestamp"])
        result.authorisationCode = Self.text(json["authorisationCode"])
        result.customerReference = Self.text(json["customerReference"])
        result.budgetNumber = Self.text(json["budgetNumber"])
        result.customerReceipt = Self.text(json["customerReceipt"])
        result.merchantReceipt = Self.text(json["merchantReceipt"])
        self.init(
            result: result, reference: Self.text(json["transactionReference"]).flatMap(TransactionReference.init),
            serialNumber: Self.text(json["deviceStatus"]?["serialNumber"]))
    }

    private static func fillMoney(_ result: inout TransactionResult, _ json: JSONValue) {
        result.requestedAmount = json["requestedAmount"]?.integerValue
        result.totalAmount = json["totalAmount"]?.integerValue
        result.gratuityAmount = json["tipAmount"]?.integerValue
        result.dueAmount = json["dueAmount"]?.integerValue
        result.currency = text(json["currency"])
        let hasMoved = ["AUTHORISED", "PARTIAL_APPROVAL", "CAPTURED", "REFUNDED"].contains(result.finStatus)
        result.authorisedAmount = hasMoved ? result.totalAmount ?? result.requestedAmount : nil
    }

    private static func fillCard(_ result: inout TransactionResult, _ json: JSONValue) {
        result.cardSchemeName = text(json["cardSchemeName"])
        result.maskedCardNumber = text(json["maskedCardNumber"])
        result.cardEntryType = text(json["cardEntryType"])
        result.verificationMethod = text(json["verificationMethod"])
        result.chipTransactionReport = text(json["chipTransactionReport"])
    }

    /// Empty text counts as not given.
    private static func text(_ value: JSONValue?) -> String? {
        value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `YYYYMMDDHHmmssSSS` as text, or milliseconds since 1970 as a number: both are sent. *seen twice*
    /// - Returns: `YYYYMMDDhhmmss`.
    private static func timestamp(_ value: JSONValue?) -> String? {
        if let milliseconds = value?.integerValue {
            return WallTime(milliseconds: milliseconds).rfc3339.prefix(19).filter(\.isNumber)
        }
        guard let digits = text(value), digits.utf8.count >= 14, digits.allSatisfy(\.isNumber) else { return nil }
        return String(digits.prefix(14))
    }
}
