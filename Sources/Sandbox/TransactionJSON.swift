import Acquirer
import Payments
import Time

/// TransactionResult as the cloud's status has it: amounts are numbers in minor units. Source: gateways.md B.5.
enum TransactionJSON {
    /// - Parameter isFirst: the first one under a reference shows how it is now, later ones how they were decided.
    static func value(_ transaction: KnownTransaction, isFirst: Bool, _ settings: HandpointSettings) -> JSONValue {
        let entry = transaction.entry
        let tip = isFirst ? transaction.tip : 0
        let paid = transaction.authorisedAmount
        return .object(
            card(entry) + [
                ("authorisationCode", .string(entry.authorisationCode ?? "")), ("currency", .string(entry.currency)),
                ("customerReference", .string(entry.customerReference ?? "")),
                ("dueAmount", .integer(entry.finStatus == .partialApproval ? entry.amount - paid : 0)),
                ("efttimestamp", time(entry, settings)), ("efttransactionID", .string(entry.id)),
                ("transactionID", .string(entry.id)),
                ("originalEFTTransactionID", .string(entry.originalID ?? "")),
                ("errorMessage", .string(paid > 0 ? "" : transaction.statusMessage ?? "")),
                ("finStatus", .string(isFirst ? status(transaction) : entry.finStatus.rawValue)),
                ("issuerResponseCode", .string(IssuerCode.text(entry))),
                ("requestedAmount", .integer(entry.amount)),
                ("rrn", .string(retrievalReference(transaction.number))),
                ("statusMessage", .string(transaction.statusMessage ?? "")), ("tipAmount", .integer(tip)),
                ("totalAmount", .integer(paid + tip)),
                ("transactionReference", .string(entry.transactionReference?.text ?? "")),
                ("type", .string(entry.kind.rawValue)),
                ("deviceStatus", entry.serialNumber.map { ["serialNumber": .string($0)] }),
            ] + constants(settings))
    }

    private static func time(_ entry: LedgerEntry, _ settings: HandpointSettings) -> JSONValue {
        switch settings.timeForm {
        case .stamp: .string(entry.at.gatewayStamp)
        case .milliseconds: .integer(entry.at.milliseconds)
        }
    }

    /// Of a reference that nobody knows, yet or at all.
    static func undefined(_ reference: TransactionReference, _ settings: HandpointSettings) -> JSONValue {
        .object(
            [
                ("authorisationCode", ""), ("currency", ""), ("customerReference", ""), ("dueAmount", 0),
                ("efttimestamp", ""), ("efttransactionID", ""), ("transactionID", ""),
                ("originalEFTTransactionID", ""), ("errorMessage", ""), ("finStatus", "UNDEFINED"),
                ("issuerResponseCode", ""), ("requestedAmount", 0), ("statusMessage", ""), ("tipAmount", 0),
                ("totalAmount", 0), ("transactionReference", .string(reference.text)), ("type", "UNDEFINED"),
            ] + constants(settings))
    }

    private static func status(_ transaction: KnownTransaction) -> String {
        switch transaction.since {
        case .unchanged: transaction.entry.finStatus.rawValue
        case .cancelled: "CANCELLED"
        case .refunded: "REFUNDED"
        }
    }

    /// The acquirer of the virtual world sees no card: these are those of the virtual reader's card holder.
    private static func card(_ entry: LedgerEntry) -> [(String, JSONValue?)] {
        let isPayment = entry.kind == .sale || entry.kind == .refund
        let isMoto = [.motoSale, .motoRefund, .motoReversal].contains(entry.kind)
        return [
            ("aid", isPayment ? "A0000000041010" : ""), ("arc", isPayment ? "00" : ""),
            ("cardEntryType", isPayment ? "ICC" : isMoto ? "CNP" : "UNDEFINED"),
            ("cardSchemeName", .string(SandboxCard.schemeName)), ("expiryDateMMYY", .string(SandboxCard.expiry)),
            ("maskedCardNumber", .string(SandboxCard.maskedNumber)),
            ("paymentScenario", isPayment ? "CHIP" : isMoto ? "MOTO" : "UNKNOWN"),
            ("verificationMethod", isPayment ? "PIN" : "UNDEFINED"), ("tenderType", "CREDIT"),
        ]
    }

    private static func constants(_ settings: HandpointSettings) -> [(String, JSONValue?)] {
        [
            ("iad", ""), ("tsi", ""), ("tvr", ""), ("balance", .null), ("budgetNumber", ""), ("cardHolderName", ""),
            ("cardLanguagePreference", ""), ("cardToken", ""), ("cardTypeId", ""), ("chipTransactionReport", ""),
            ("customerReceipt", ""), ("merchantReceipt", ""), ("merchantAddress", ""),
            ("merchantName", .string(settings.merchant)), ("mid", ""), ("tid", ""), ("signatureUrl", ""),
            ("tipPercentage", 0), ("transactionOrigin", ""), ("unMaskedPan", ""), ("recoveredTransaction", false),
        ]
    }

    /// Thirteen digits. [own choice: as long as those seen]
    static func retrievalReference(_ number: Int) -> String { padded(511_000_000 + number, 13) }
}
