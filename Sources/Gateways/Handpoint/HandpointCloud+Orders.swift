import Crypto
import Payments
import Ports
import Time

/// How the answers to orders are read: tips, reversals, payments by mail or telephone. What was not asked for in just
/// this way says nothing: then the payment is looked up. Source: gateways.md B.4.
extension HandpointCloud {
    /// 200 and its words: it is set. A refusal says by the gateway's own status whether the issuer declined. *inferred*
    static func tip(_ status: Int, _ json: JSONValue) -> CloudFinding {
        if status == 200 {
            return json["statusMessage"]?.stringValue == nil ? .trouble(.unreadable) : .tip(.authorised)
        }
        guard let error = json["error"], error["statusCode"] != nil else { return .trouble(.status(status)) }
        guard status != 409 else { return .trouble(.status(status)) }
        return .tip(error["details"]?["httpStatus"]?.integerValue == 403 ? .declined : .failed)
    }

    /// A known fault of the cloud is that it does not keep our reference. One that is neither ours nor the original's
    /// is somebody else's answer. Source: gateways.md F, CUS-837.
    static func moto(_ status: Int, _ json: JSONValue, _ order: MotoOrder, type: String) -> CloudFinding {
        guard status == 200 else { return motoRefusal(status, json) }
        guard let guid = json["guid"]?.stringValue, let code = json["issuerResponseCode"]?.stringValue,
            json["@type"]?.stringValue == (type == "MOTO_SALE" ? "sale" : "refund"), isAnswer(json, to: order)
        else { return .trouble(.unreadable) }
        var result = TransactionResult(finStatus: code == "00" ? "AUTHORISED" : "DECLINED")
        result.type = type
        result.requestedAmount = order.money.minorUnits
        result.authorisedAmount = code == "00" ? order.money.minorUnits : nil
        result.totalAmount = result.authorisedAmount
        result.currency = order.money.currency.alpha
        result.eftTransactionID = guid
        result.originalEFTTransactionID = order.original?.eftTransactionID
        result.customerReference = order.customerReference
        result.authorisationCode = text(json["approvalCode"])
        result.cardSchemeName = text(json["cardTypeName"])
        result.maskedCardNumber = text(json["maskedCardNumber"])
        result.cardEntryType = "CNP"
        result.errorMessage = code == "00" ? nil : code
        result.eftTimestamp = text(json["serverDateTime"]).map { String($0.prefix(14)) }
        return .booked(CloudTransaction(result: result, reference: order.reference, serialNumber: nil))
    }

    /// Success names the reversal, not what it undoes. Its reference is that of the first in the row: a refund's reversal
    /// has the sale's.
    static func motoReversal(_ status: Int, _ json: JSONValue, _ order: MotoOrder) -> CloudFinding {
        guard status == 200 else { return refusal(status, json) }
        guard let guid = json["guid"]?.stringValue, let code = json["issuerResponseCode"]?.stringValue,
            json["type"]?.stringValue == "motoReversalResponse", isAmount(json, of: order)
        else { return .trouble(.unreadable) }
        return code == "00" ? .reversed(id: guid) : .notReversed(code: code)
    }

    private static func isAnswer(_ json: JSONValue, to order: MotoOrder) -> Bool {
        let named = text(json["transactionReference"])?.lowercased()
        let known = [order.reference.text, order.original?.reference.text]
        return isAmount(json, of: order) && named.map { name in known.contains { $0 == name } } ?? true
    }

    private static func isAmount(_ json: JSONValue, of order: MotoOrder) -> Bool {
        json["amount"]?.stringValue == order.money.decimal
            && json["currency"]?.stringValue == order.money.currency.alpha
    }

    /// The gateway's own number, or that the body was wrong, says that nothing was done; nothing else does.
    private static func motoRefusal(_ status: Int, _ json: JSONValue) -> CloudFinding {
        if let code = json["error"]?["details"]?["errorCode"]?.integerValue { return .refused(code: String(code)) }
        guard status == 422, let code = text(json["error"]?["code"]) else { return .trouble(.status(status)) }
        return .refused(code: code)
    }

    private static func text(_ value: JSONValue?) -> String? {
        value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
