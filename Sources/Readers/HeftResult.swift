import Heft
import Markup
import Payments

/// Turns a finance answer into the result that the till shows, with every field of row H18.
enum HeftResult {
    static func make(_ status: Status, _ answer: FinanceAnswer?, _ fields: HeftFields?) -> TransactionResult {
        var result = TransactionResult(finStatus: fields?.text("FinancialStatus") ?? "UNDEFINED")
        result.financialResult = answer.map { Int($0.result.rawValue) }
        result.authorisedAmount = answer.map { Int64($0.authorisedAmount) }
        result.isRestarting = answer.map(\.isRestarting)
        result.merchantReceipt = answer.flatMap { text($0.merchantReceipt) }
        result.customerReceipt = answer.flatMap { text($0.customerReceipt) }
        result.raw = TransactionResult.RawResult(
            header: hex(status.rawValue), result: answer.map { Int($0.resultByte) },
            fields: fields?.root.map(detail))
        if let fields { fill(&result, fields) }
        result.eftTransactionID = result.eftTransactionID ?? answer.flatMap { text($0.transactionID) }
        return result
    }

    /// A node as the rest of the till knows it.
    static func detail(_ node: MarkupNode) -> Detail {
        Detail(name: node.name, text: node.text, children: node.children.map(detail))
    }

    /// Receipts are not always UTF-8: what is not is replaced, the rest is kept. (cases E9)
    static func text(_ bytes: [UInt8]) -> String? {
        bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    static func hex(_ status: UInt16) -> String {
        let digits = String(status, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    static func fill(_ result: inout TransactionResult, _ fields: HeftFields) {
        result.statusMessage = fields.text("StatusMessage")
        result.type = fields.text("TransactionType")
        result.requestedAmount = fields.requestedAmount
        result.totalAmount = fields.amount("TotalAmount")
        result.gratuityAmount = fields.amount("GratuityAmount")
        result.gratuityPercentage = fields.text("GratuityPercentage")
        result.dueAmount = fields.amount("DueAmount")
        result.currency = fields.currencyNumber.flatMap { Currency(numeric: $0)?.alpha }
        result.eftTransactionID = fields.text("EFTTransactionID")
        result.originalEFTTransactionID = fields.text("OriginalEFTTransactionID")
        result.transactionID = fields.text("TransactionID")
        result.eftTimestamp = fields.text("EFTTimestamp")
        result.authorisationCode = fields.text("AuthorisationCode")
        result.errorMessage = fields.text("ErrorMessage")
        result.customerReference = fields.text("CustomerReference")
        result.budgetNumber = fields.text("BudgetNumber")
        result.chipTransactionReport = fields.text("ChipTransactionReport")
        result.recoveredTransaction = fields.text("RecoveredTransaction").map { $0 == "true" }
        fillCard(&result, fields)
    }

    private static func fillCard(_ result: inout TransactionResult, _ fields: HeftFields) {
        result.cardSchemeName = fields.text("CardSchemeName")
        result.maskedCardNumber = fields.text("MaskedCardNumber")
        result.cardToken = fields.text("CardToken")
        result.cardEntryType = entryType(fields)
        let method = fields.text("CVM")
        result.verificationMethod = method == "NOT_REQUIRED" ? "NO_VERIFICATION" : method
        if fields.text("BalanceAmount") != nil || fields.text("BalanceCurrency") != nil {
            result.balance = TransactionResult.Balance(
                amount: fields.amount("BalanceAmount"), currency: fields.text("BalanceCurrency"),
                sign: fields.text("BalanceSign"))
        }
    }

    /// The protocol has no word for contactless: it says ICC or MSR and tells by the scenario. *seen*
    private static func entryType(_ fields: HeftFields) -> String? {
        let scenario = fields.text("paymentScenario") ?? ""
        return scenario.hasSuffix("CONTACTLESS") ? "NFC" : fields.text("CardEntryType")
    }
}
