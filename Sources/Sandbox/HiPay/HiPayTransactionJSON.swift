import Acquirer
import Payments
import Time

/// Transactions, as the gateway tells of them: every value is a text. Source: gateways.md A.6, A.8.
extension HiPaySandbox {
    func json(_ order: HiPayOrder, _ mind: AcquirerMind, host: String?) -> JSONValue {
        let members = Self.members(order, mind, forwardURL: order.pending == .payer ? url(order, host) : "")
        return isLoose(order) ? .loosened(members) : .object(members)
    }

    func maintenanceJSON(_ order: HiPayOrder, _ mind: AcquirerMind) -> JSONValue {
        let status = order.operation?.refused ?? order.status
        var members = Self.members(order, mind, forwardURL: "")
        for index in members.indices {
            if members[index].0 == "status" { members[index].1 = .string(String(status.rawValue)) }
            if members[index].0 == "message" { members[index].1 = .string(status.message) }
        }
        return isLoose(order) ? .loosened(members) : .object(members)
    }

    /// Where the payer is sent: this very sandbox, as the asker has called it.
    private func url(_ order: HiPayOrder, _ host: String?) -> String {
        let isPlain = host?.utf8.allSatisfy { (0x2D...0x3A).contains($0) || (0x61...0x7A).contains($0) } == true
        let host = isPlain ? host ?? "" : "127.0.0.1"
        return "\(settings.isSecure ? "https" : "http")://\(host)/hipay/challenge/\(order.reference)"
    }

    /// - Parameter forwardURL: empty where the payer need not be sent anywhere.
    static func members(_ order: HiPayOrder, _ mind: AcquirerMind, forwardURL: String) -> [(String, JSONValue?)] {
        let amounts = HiPayAmounts(order, mind)
        let payment = order.payment.flatMap { mind.transaction($0) }
        let texts: [(String, String)] = [
            ("forwardUrl", forwardURL), ("test", "true"), ("mid", "00001000001"), ("attemptId", "1"),
            ("authorizationCode", payment?.entry.authorisationCode ?? ""), ("transactionReference", order.reference),
            ("referenceToPay", ""), ("dateCreated", order.created.hipayStamp),
            ("dateUpdated", order.updated.hipayStamp), ("dateAuthorized", order.authorized?.hipayStamp ?? ""),
            ("status", String(order.status.rawValue)), ("message", order.status.message),
            ("authorizedAmount", order.decimal(amounts.authorized)),
            ("capturedAmount", order.decimal(amounts.captured)),
            ("refundedAmount", order.decimal(amounts.refunded)), ("creditedAmount", "0.00"), ("decimals", "2"),
            ("currency", order.money.currency.alpha), ("ipAddress", "0.0.0.0"), ("ipCountry", ""), ("deviceId", ""),
        ]
        let cdata = order.texts.cdata.enumerated().map { ("cdata\($0.offset + 1)", $0.element) }
        let checks = [("avsResult", ""), ("cvcResult", ""), ("eci", order.eci), ("paymentProduct", order.product)]
        return [("state", .string(order.status.state)), ("reason", order.reason?.json ?? "")]
            + (texts + cdata + checks).map { ($0.0, .string($0.1)) } + blocks(order)
    }

    private static func blocks(_ order: HiPayOrder) -> [(String, JSONValue?)] {
        let isKnown = !order.product.isEmpty
        let details: [(String, JSONValue?)] = [
            ("operation", order.operation.map { $0.json(order.money.currency) }),
            ("paymentMethod", isKnown ? order.card.paymentMethod : ""),
            ("threeDSecure", order.isAuthenticated ? authenticated : ""),
            ("fraudScreening", ["scoring": "0", "result": "ACCEPTED", "review": ""]),
        ]
        return details + [("order", order.json), ("debitAgreement", ["id": "", "status": ""])]
    }

    private static let authenticated: JSONValue = [
        "eci": "5", "authenticationStatus": "Y", "authenticationMessage": "Authentication Successful",
        "authenticationToken": "", "xid": "",
    ]
}

extension HiPayOrder {
    func decimal(_ minorUnits: Int64) -> String {
        Money(minorUnits: minorUnits, currency: money.currency).decimal
    }

    fileprivate var json: JSONValue {
        [
            "id": .string(orderID), "dateCreated": .string(created.hipayStamp), "attempts": "1",
            "amount": .string(money.decimal), "shipping": "0.00", "tax": "0.00", "decimals": "2",
            "currency": .string(money.currency.alpha), "customerId": .string(texts.customerID),
            "language": .string(texts.language), "email": .string(texts.email),
        ]
    }
}

extension HiPayReason {
    fileprivate var json: JSONValue { ["code": .string(rawValue), "message": .string(message)] }
}

extension HiPayOperation {
    fileprivate func json(_ currency: Currency) -> JSONValue {
        [
            "type": .string(kind.rawValue), "id": .string(id), "reference": .string(reference),
            "amount": .string(Money(minorUnits: amount, currency: currency).decimal),
            "currency": .string(currency.alpha), "date": .string(at.hipayStamp),
        ]
    }
}

extension JSONValue {
    /// What a client has to bear: numbers in place of short texts of digits, and a member that nobody knows.
    fileprivate static func loosened(_ members: [(String, JSONValue?)]) -> JSONValue {
        let loose = members.map { name, value in
            let text = value?.stringValue ?? ""
            let isNumber = (1...4).contains(text.utf8.count) && text.isDigits
            return (name, isNumber ? Int64(text).map(JSONValue.integer) : value)
        }
        return .object(loose + [("sandboxNovelty", ["since": 2, "words": ["any"]])])
    }
}

extension WallTime {
    /// In UTC. Source: gateways.md A.6.
    var hipayStamp: String { String(rfc3339.prefix(19)) + "+0000" }
}
