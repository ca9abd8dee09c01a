import Payments
import Ports

/// An answer of Opayo's service. Source: gateways.md D.3, *seen twice*; what is in `data` partly *own choice*.
struct OpayoAnswer {
    /// `data.paymentGatewayCommand`.
    let command: JSONValue
    let isCompleted: Bool
    /// What went on since the command began, by name.
    let events: [String]
    /// By name; empty where nothing is wrong.
    let errors: [String]

    enum Read {
        case answer(OpayoAnswer)
        /// The request was not even looked into: its word for that.
        case refused(String)
        case trouble(CloudTrouble)
    }

    /// - Parameter requestID: what it must be the answer to.
    static func read(_ answer: HTTPAnswer, to requestID: String) -> Read {
        guard answer.status == 200 else {
            return .trouble([401, 403].contains(answer.status) ? .keyRefused : .status(answer.status))
        }
        guard let json = try? JSONValue.parse(answer.body), json["requestId"]?.stringValue == requestID,
            let details = json["statusDetails"]?.stringValue
        else { return .trouble(.unreadable) }
        if refusals.contains(details) { return .refused(details) }
        guard details == "OK", let said = OpayoAnswer(json) else { return .trouble(.unreadable) }
        return .answer(said)
    }

    private init?(_ json: JSONValue) {
        guard let command = json["data"]?["paymentGatewayCommand"], let isCompleted = command["completed"]?.boolValue
        else { return nil }
        self.command = command
        self.isCompleted = isCompleted
        events = (json["eventQueue"]?.elements ?? []).compactMap { $0["statusDetails"]?.stringValue }
        let inner = command["paymentTransactionData"]?["errors"]?.elements ?? []
        errors = ((command["errors"]?.elements ?? []) + inner).compactMap(\.stringValue).filter(Self.isName)
    }

    /// What the service says where nothing was done.
    private static let refusals: Set = [
        "INVALID_REQUEST_FORMAT", "MISSING_REQUIRED_PARAMETER", "INVALID_REQUIRED_PARAMETER",
    ]

    /// `ECLTransactionCardRemoved`, and nothing longer or stranger.
    private static func isName(_ text: String) -> Bool {
        (1...80).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}

extension CloudTransaction {
    /// A transaction of Opayo's service. Source: gateways.md D.4.
    /// - Returns: nil where it has no result or amount, and where it is approved and has no id.
    init?(opayo json: JSONValue) {
        let id = Self.given(json["id"])
        guard let finStatus = json["result"]?.stringValue.flatMap({ Self.words[$0] }) else { return nil }
        var result = TransactionResult(finStatus: finStatus)
        let amount = json["amountAuthorized"] ?? json["totalAmount"]
        guard let value = amount?["value"]?.integerValue, let currency = amount?["currencyCode"]?.stringValue else {
            return nil
        }
        let isDone = finStatus == "AUTHORISED" || finStatus == "PARTIAL_APPROVAL"
        guard id != nil || !isDone else { return nil }
        result.type = json["transactionType"]?.stringValue == "LINKED_REFUND" ? "REFUND" : "SALE"
        // What was asked for is told of what was approved alone.
        result.requestedAmount = isDone ? value : nil
        result.authorisedAmount = result.requestedAmount
        result.totalAmount = result.authorisedAmount
        result.currency = currency
        result.eftTransactionID = id
        result.originalEFTTransactionID = Self.given(json["originalTransId"])
        result.authorisationCode = Self.given(json["authCode"])
        result.cardSchemeName = Self.given(json["cardScheme"])
        result.maskedCardNumber = Self.given(json["maskedPan"])
        result.cardEntryType = Self.given(json["cardEntryType"])
        result.eftTimestamp = Self.given(json["utcDate"]).flatMap { $0.utf8.count == 14 ? $0 : nil }
        result.errorMessage = isDone ? nil : Self.given(json["responseCode"])
        self.init(
            result: result,
            reference: json["merchantTransactionReference"]?.stringValue.flatMap(TransactionReference.init),
            serialNumber: nil)
    }

    private static let words = [
        "APPROVED": "AUTHORISED", "PARTIALLY_APPROVED": "PARTIAL_APPROVAL", "DECLINED": "DECLINED", "FAILED": "FAILED",
    ]

    private static func given(_ value: JSONValue?) -> String? { value?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}
