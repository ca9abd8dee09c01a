import Crypto
import Payments
import Ports

/// Opayo's service: where it is, and how its commands look. Payments don't come here; they go the reader's own way.
/// Source: gateways.md D.3, D.4 for the frame, *seen twice*; D.5 for what is Opayo's, *own choice*.
public struct OpayoGateway: Hashable, Sendable {
    private let address: GatewayAddress

    /// - Returns: nil where the address is none that may be asked.
    public init?(url: String) {
        guard let address = GatewayAddress(url) else { return nil }
        self.address = address
    }

    public var isNear: Bool { address.isNear }

    func command(_ method: String, _ parameters: [(String, JSONValue?)], requestID: String) -> HTTPRequest {
        let body: JSONValue = [
            "method": .string(method), "requestId": .string(requestID), "targetType": "paymentGatewayOpayo",
            "version": "1.0", "parameters": .object(parameters),
        ]
        return HTTPRequest(
            .post, address.url + "/rest/command",
            headers: ["Content-Type": "application/json", "Accept": "application/json"], body: body.bytes)
    }

    func opening(_ account: OpayoAccount, for errand: OpayoErrand) -> [(String, JSONValue?)] {
        [
            ("app", "till"), ("merchantId", .string(account.merchantID)), ("clientId", .string(account.clientID)),
            (account.isHash ? "passwordHash" : "password", .string(account.password.text)),
            ("operatorPin", (account.operatorPIN?.text).map(JSONValue.string)),
            ("paymentGatewayEnvironment", .string(account.server.rawValue)),
            ("retrieveAccountInfo", .bool(errand == .account)),
        ]
    }
}

extension OpayoErrand {
    /// What begins it once the account is open; nil for what that alone answers, and for what Opayo is not asked.
    var command: (method: String, parameters: [(String, JSONValue?)])? {
        switch self {
        case .account: nil
        case .neededUpdate(let serialNumber):
            ("getRequiredTmsUpdateType", [("cardReader", .string(serialNumber))])
        case .update(let type, let serialNumber):
            ("performTmsUpdate", [("type", .string(type.rawValue)), ("cardReader", .string(serialNumber))])
        case .money(.linkedRefund(let order)):
            (
                "linkedRefund",
                order.parameters + [("originalAuthCode", order.original.authorisationCode.map(JSONValue.string))]
            )
        case .money(.referredSale(let order, _)):
            ("startPaymentTransaction", [("transactionType", "SALE")] + order.parameters)
        case .money(.linked(let order)):
            // A reference is of one day alone, and the service wants to know of which: of any. *own choice*
            (
                "searchPaymentTransaction",
                [
                    ("merchantTransactionReference", .string(order.reference.text)), ("beginDate", "20000101"),
                    ("endDate", "99991231"),
                ]
            )
        case .money: nil
        }
    }

    /// It asks for money, and not after it.
    var movesMoney: Bool {
        switch self {
        case .money(.linkedRefund), .money(.referredSale): true
        case .money, .account, .neededUpdate, .update: false
        }
    }

    var progressMethod: String {
        if case .update = self { "getTmsUpdateStatus" } else { "getPaymentTransactionStatus" }
    }

    /// What a completed answer means.
    func ending(_ said: OpayoAnswer) -> OpayoFinding {
        switch self {
        case .account: return .trouble(.unreadable)
        case .neededUpdate: return neededUpdate(said)
        case .update:
            if !said.errors.isEmpty { return .refused(errors: said.errors) }
            return said.command["terminalProfile"].flatMap(TerminalProfile.init).map { .updated($0) }
                ?? .trouble(.unreadable)
        case .money(.linked): return .money(found(said))
        case .money(let question): return .money(done(question, said))
        }
    }

    private func neededUpdate(_ said: OpayoAnswer) -> OpayoFinding {
        if !said.errors.isEmpty { return .refused(errors: said.errors) }
        guard let word = said.command["requiredTmsUpdateType"]?.stringValue else { return .trouble(.unreadable) }
        if word == "NONE" { return .neededUpdate(nil) }
        return TMSUpdate(rawValue: word).map { .neededUpdate($0) } ?? .trouble(.unreadable)
    }

    private func found(_ said: OpayoAnswer) -> CloudFinding {
        guard said.errors.isEmpty, let list = said.command["transactions"]?.elements else {
            return .trouble(.unreadable)
        }
        let read = list.compactMap(CloudTransaction.init(opayo:))
        return read.count == list.count ? .transactions(read) : .trouble(.unreadable)
    }

    /// A failure says by its errors that nothing was booked; one whose reversal failed says nothing.
    private func done(_ question: CloudQuestion, _ said: OpayoAnswer) -> CloudFinding {
        guard !said.errors.contains("ECLReversalFailed") else { return .trouble(.unreadable) }
        let data = said.command["paymentTransactionData"]
        guard data?["result"]?.stringValue != "FAILED", let data else {
            return said.errors.isEmpty ? .trouble(.unreadable) : .refused(code: said.errors.joined(separator: " "))
        }
        guard var transaction = CloudTransaction(opayo: data), let order = question.linkedOrder,
            transaction.reference == order.reference, transaction.result.currency == order.money.currency.alpha,
            transaction.result.authorisedAmount.map({ $0 == order.money.minorUnits }) ?? true
        else { return .trouble(.unreadable) }
        transaction.result.requestedAmount = order.money.minorUnits
        return .booked(transaction)
    }
}

extension CloudQuestion {
    /// Of what is done at the merchant's gateway.
    public var linkedOrder: LinkedOrder? {
        switch self {
        case .linkedRefund(let order), .referredSale(let order, _), .linked(let order): order
        default: nil
        }
    }
}

extension LinkedOrder {
    fileprivate var parameters: [(String, JSONValue?)] {
        [
            ("originalTransId", .string(original.eftTransactionID)),
            (
                "baseTransactionAmount",
                ["value": .integer(money.minorUnits), "currencyCode": .string(money.currency.alpha)]
            ),
            ("tenderType", "CARD"), ("merchantTransactionReference", .string(reference.text)),
        ]
    }
}
