import Payments
public import Ports

/// Reads what the cloud answers. What can't be read says nothing about the money.
extension HandpointCloud {
    public static func read(_ answer: HTTPAnswer, to question: CloudQuestion) -> CloudFinding {
        if case .oldTip = question { return OldTipCall.read(answer.status) }
        switch answer.status {
        case 401, 403: return .trouble(.keyRefused)
        case 200, 400, 404, 409, 422: break
        default: return .trouble(.status(answer.status))
        }
        guard let json = try? JSONValue.parse(answer.body) else {
            return .trouble(answer.status == 200 ? .unreadable : .status(answer.status))
        }
        return switch question {
        case .status, .attempts: transactions(answer.status, json, unknownIs: 404)
        case .feed: transactions(answer.status, json, unknownIs: nil)
        case .reverse(let id), .undo(let id): reversal(answer.status, json, of: id)
        case .tip: tip(answer.status, json)
        case .oldTip: OldTipCall.read(answer.status)
        case .motoSale(let order): moto(answer.status, json, order, type: "MOTO_SALE")
        case .motoRefund(let order): moto(answer.status, json, order, type: "MOTO_REFUND")
        case .motoReversal(let order): motoReversal(answer.status, json, order)
        case .linkedRefund, .referredSale, .linked, .order: .trouble(.unreadable)
        }
    }

    /// A reference that nobody knows is answered with 404, by an older page with 200 and UNDEFINED. A 404 of some other
    /// server has another body, and says nothing. *seen*, with the contradiction
    private static func transactions(_ status: Int, _ json: JSONValue, unknownIs: Int?) -> CloudFinding {
        if status == unknownIs {
            return json["error"]?["statusCode"]?.integerValue == 404 ? .transactions([]) : .trouble(.status(status))
        }
        guard status == 200 else { return .trouble(.status(status)) }
        let list: [JSONValue]
        switch json {
        case .array(let elements): list = elements
        case .object: list = [json]
        default: return .trouble(.unreadable)
        }
        let read = list.map { CloudTransaction($0) }
        let transactions = read.compactMap(\.self)
        return transactions.count == read.count ? .transactions(transactions) : .trouble(.unreadable)
    }

    /// Success is 200 with the issuer's code 00, and names what was undone. *seen*
    private static func reversal(_ status: Int, _ json: JSONValue, of id: String) -> CloudFinding {
        guard status == 200 else { return refusal(status, json) }
        guard json["originalGuid"]?.stringValue?.lowercased() == id.lowercased() else { return .trouble(.unreadable) }
        guard let code = json["issuerResponseCode"]?.stringValue else { return .trouble(.unreadable) }
        return code == "00" ? .reversed(id: json["reversalGuid"]?.stringValue) : .notReversed(code: code)
    }

    /// The gateway's own code stands in `details`. 3051: it is undone already.
    static func refusal(_ status: Int, _ json: JSONValue) -> CloudFinding {
        guard let code = json["error"]?["details"]?["errorCode"]?.integerValue else { return .trouble(.status(status)) }
        return code == 3051 ? .reversed(id: nil) : .notReversed(code: String(code))
    }
}
