public import Crypto
import Payments
public import Ports

/// What the merchant's back office asks of the cloud besides payments. Source: gateways.md B.2, B.4.
public enum BackOfficeCall: Hashable, Sendable {
    /// Closes a batch; the open one where no number is given. What is in it is settled.
    case closeBatch(BatchName)
    case batchSummary(BatchName)
    /// Five transactions at a time, those after the retrieval reference that is given.
    case batchDetail(BatchName, after: String?)
    /// The token of the card of the transaction with this GUID.
    case token(eftTransactionID: String)
}

/// A batch: what one reader did from one closing to the next.
public struct BatchName: Hashable, Sendable {
    public var serialNumber: String
    /// As the cloud names the kind of reader: `HILITE`.
    public var deviceType: String
    public var number: Int?

    public init(serialNumber: String, deviceType: String, number: Int?) {
        self.serialNumber = serialNumber
        self.deviceType = deviceType
        self.number = number
    }
}

/// What the cloud says of a batch. Amounts are texts in major units, without a currency: as they came.
public struct BatchReport: Hashable, Sendable {
    public struct Transaction: Hashable, Sendable {
        public var type: String
        public var amount: String
        public var retrievalReference: String?
        public var id: String?
    }

    public var number: String
    public var transactionCount: String?
    public var netAmount: String?
    /// RFC 3339 without fraction and zone, which the cloud does not tell; nil while it is open.
    public var closedAt: String?
    /// `OPEN` or `CLOSED`.
    public var status: String?
    public var transactions: [Transaction]
}

/// The cloud's answer.
public enum BackOfficeAnswer: Equatable, Sendable {
    case batch(BatchReport)
    case token(Secret)
    /// It does not do it: its word or number for that.
    case refused(code: String)
    case trouble(CloudTrouble)
}

extension HandpointCloud {
    public func request(for call: BackOfficeCall, key: Secret) -> HTTPRequest {
        switch call {
        case .closeBatch(let batch): post("/batch/close", batch.body(after: nil), key)
        case .batchSummary(let batch): post("/batch/summary", batch.body(after: nil), key)
        case .batchDetail(let batch, let cursor): post("/batch/detail", batch.body(after: cursor), key)
        case .token(let id):
            HTTPRequest(
                .get, "\(api)/transactions/\(Self.escaped(id))/token", headers: Self.accept,
                key: SecretHeader("ApiKeyCloud", key))
        }
    }

    public static func read(_ answer: HTTPAnswer, to call: BackOfficeCall) -> BackOfficeAnswer {
        if answer.status == 401 || answer.status == 403 { return .trouble(.keyRefused) }
        guard let json = try? JSONValue.parse(answer.body) else {
            return .trouble(answer.status == 200 ? .unreadable : .status(answer.status))
        }
        guard answer.status == 200 else { return refusal(answer.status, json) }
        guard case .token = call else { return BatchReport(json).map { .batch($0) } ?? .trouble(.unreadable) }
        guard let text = json["cardToken"]?.stringValue, let token = try? Secret(copying: Array(text.utf8)) else {
            return .trouble(.unreadable)
        }
        return .token(token)
    }

    /// The word of a batch's refusal, the number of the token's, which stands one level deeper. *seen*
    private static func refusal(_ status: Int, _ json: JSONValue) -> BackOfficeAnswer {
        let error = json["error"]
        let deeper = error?["details"]?["body"]?["error"] ?? error?["details"]
        if let code = deeper?["errorCode"]?.integerValue { return .refused(code: String(code)) }
        if let code = error?["code"]?.stringValue, !code.isEmpty { return .refused(code: code) }
        return .trouble(.status(status))
    }
}

extension BatchName {
    fileprivate func body(after cursor: String?) -> JSONValue {
        .object([
            ("serialNumber", .string(serialNumber)), ("deviceType", .string(deviceType)),
            ("batchNumber", number.map { .string(String($0)) }),
            ("retrievalReferenceNumber", cursor.map(JSONValue.string)),
        ])
    }
}

extension BatchReport {
    /// - Returns: nil where it has no number.
    init?(_ json: JSONValue) {
        guard let number = json["batchNumber"]?.stringValue else { return nil }
        self.init(
            number: number, transactionCount: json["transactionCount"]?.stringValue,
            netAmount: json["netAmount"]?.stringValue, closedAt: json["closedAt"]?.stringValue.flatMap(Self.time),
            status: json["batchStatus"]?.stringValue,
            transactions: (json["details"]?.elements ?? []).map { element in
                Transaction(
                    type: element["transactionType"]?.stringValue ?? "", amount: element["amount"]?.stringValue ?? "",
                    retrievalReference: element["retrievalReferenceNumber"]?.stringValue,
                    id: element["batchDetailElementGuid"]?.stringValue)
            })
    }

    /// Reads `YYYYMMDDHHmmssSSS`.
    private static func time(_ digits: String) -> String? {
        let text = Array(digits.utf8)
        guard text.count >= 14, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
    }
}
