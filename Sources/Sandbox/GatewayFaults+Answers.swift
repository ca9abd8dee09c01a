import Payments

/// What faults make of answers.
extension GatewayFaults {
    /// *own choice* of words.
    static let conflict = SandboxAnswer(
        status: 409, ["error": ["statusCode": 409, "name": "ConflictError", "message": "Conflict"]])
}

extension GatewayFaults.Kind {
    func spoil(_ answer: SandboxAnswer) -> SandboxAnswer {
        var spoilt = answer
        switch self {
        case .drop: spoilt.isDropped = true
        case .serverError:
            spoilt = SandboxAnswer(
                status: 500,
                ["error": ["statusCode": 500, "name": "InternalServerError", "message": "Internal Server Error"]])
        case .html:
            let page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in</body></html>"
            spoilt = SandboxAnswer(status: 200, contentType: "text/html", body: Array(page.utf8))
        case .half: spoilt.body = Array(answer.body.prefix(answer.body.count / 2))
        case .late: spoilt.delay = GatewayFaults.lateness
        case .conflict: spoilt = GatewayFaults.conflict
        case .wrongCurrency, .foreign: spoilt.change(changed)
        }
        return spoilt
    }

    /// What a member of an answer says instead.
    func changed(_ name: String, _ value: JSONValue) -> JSONValue {
        switch self {
        case .wrongCurrency: Self.otherCurrency(name, value)
        case .foreign: Self.somebodyElses[name] ?? value
        case .drop, .serverError, .html, .half, .late, .conflict: value
        }
    }

    private static func otherCurrency(_ name: String, _ value: JSONValue) -> JSONValue {
        switch name {
        case "currency", "currencyCode": value == "USD" ? "EUR" : "USD"
        case "Ds_Currency": value == "840" ? "978" : "840"
        default: value
        }
    }

    private static let otherGUID: JSONValue = "00000000-0000-1000-8000-00000000f0e1"

    private static let somebodyElses: [String: JSONValue] = [
        "transactionReference": "00000000-0000-4000-8000-00000000f0e1", "transactionID": otherGUID,
        "efttransactionID": otherGUID, "authorizationGuid": otherGUID, "originalGuid": otherGUID,
        "originalEFTTransactionID": otherGUID, "guid": otherGUID, "merchantName": "Somebody Else",
        "Ds_Order": "0000FOREIGN0", "Ds_MerchantCode": "999000000", "originalTransId": "000000000000",
        "merchantTransactionReference": "SOMEBODY-ELSE", "id": "000000000000",
        "customerReference": "SOMEBODY-ELSE", "deviceStatus": ["serialNumber": "000999900999"],
    ]
}

extension SandboxAnswer {
    /// Replaces the values of members by their names, however deep.
    fileprivate mutating func change(_ replace: (String, JSONValue) -> JSONValue) {
        guard let json = try? JSONValue.parse(body) else { return }
        body = json.changed(replace).bytes
    }
}

extension JSONValue {
    fileprivate func changed(_ replace: (String, JSONValue) -> JSONValue) -> JSONValue {
        switch self {
        case .object(let members):
            .object(members.map { Member($0.name, replace($0.name, $0.value.changed(replace))) })
        case .array(let elements): .array(elements.map { $0.changed(replace) })
        case .null, .bool, .integer, .fraction, .string: self
        }
    }
}
