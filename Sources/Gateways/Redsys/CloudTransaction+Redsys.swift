import Payments

/// An operation as Redsys tells it. Source: gateways.md C.5, C.6.
extension CloudTransaction {
    /// - Returns: nil where it has no amount, currency, kind or response.
    init?(_ parameters: RedsysParameters) {
        guard let amount = parameters.amount, let response = parameters["Ds_Response"].flatMap({ Int($0) }),
            let currency = parameters["Ds_Currency"].flatMap({ UInt16($0) }).flatMap(Currency.init(numeric:)),
            let type = parameters["Ds_TransactionType"]
        else { return nil }
        let isRefund = type == RedsysGateway.refundType
        var result = TransactionResult(
            finStatus: Self.word(response, isRefund: isRefund, state: parameters["Ds_State"]))
        let isDone = result.finStatus == "AUTHORISED"
        result.type = isRefund ? "REFUND" : "SALE"
        result.requestedAmount = amount
        result.authorisedAmount = isDone ? amount : nil
        result.totalAmount = result.authorisedAmount
        result.currency = currency.alpha
        result.authorisationCode = parameters["Ds_AuthorisationCode"]
        result.eftTransactionID = result.authorisationCode
        result.customerReference = parameters["Ds_Order"]
        result.maskedCardNumber = parameters["Ds_CardNumber"] ?? parameters["Ds_Card_Number"]
        result.eftTimestamp = Self.stamp(parameters["Ds_Date"], parameters["Ds_Hour"])
        result.errorMessage = isDone ? nil : Self.code(response)
        self.init(
            result: result, reference: parameters["Ds_MerchantData"].flatMap(TransactionReference.init),
            serialNumber: nil)
    }

    /// Only what is finished and has an approving code counts as paid.
    private static func word(_ response: Int, isRefund: Bool, state: String?) -> String {
        guard state.map({ $0 == "F" }) ?? true else { return "IN_PROGRESS" }
        switch response {
        case 0...99: return isRefund ? "DECLINED" : "AUTHORISED"
        case 900: return isRefund ? "AUTHORISED" : "DECLINED"
        case 400, 9928, 9929, 9915: return "CANCELLED"
        case 8102, 8210, 8220, 9998, 9999: return "IN_PROGRESS"
        default: return "DECLINED"
        }
    }

    /// As the tables of codes have it: four digits at least.
    private static func code(_ response: Int) -> String {
        let digits = String(response)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// Dates come as `DD/MM/YYYY`, often with `%2F`, or as `YYYY-MM-DD`; hours as `HH:MM`.
    /// - Returns: `YYYYMMDDhhmmss`.
    private static func stamp(_ date: String?, _ hour: String?) -> String? {
        guard let date, let hour else { return nil }
        let parts = digits(date)
        let clock = digits(hour)
        guard parts.count == 3, clock.count >= 2, clock.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        let day = parts[0].utf8.count == 4 ? parts : parts.reversed()
        guard day.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let seconds = clock.count > 2 ? clock[2] : "00"
        return (day + [clock[0], clock[1], seconds]).joined()
    }

    private static func digits(_ text: String) -> [String] {
        var text = text
        for (escaped, sign) in [("%2F", "/"), ("%3A", ":")] {
            text = text.split(separator: escaped, omittingEmptySubsequences: false).joined(separator: sign)
        }
        return text.split { !("0"..."9").contains($0) }.map(String.init)
    }
}
