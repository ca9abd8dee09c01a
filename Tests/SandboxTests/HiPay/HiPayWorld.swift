import Acquirer
import Crypto
import Payments
import Sandbox
import TestKit
import Testing

/// HiPay's sandbox and its acquirer on a clock that the test moves, asked without sockets.
final class HiPayWorld {
    let clock = VirtualClock()
    let acquirer: AcquirerDesk
    let sandbox: SandboxDesk

    static let pan = "4111111111111111"
    static let basic = header("Basic", HiPaySettings.developmentUser, HiPaySettings.developmentPassword)

    static func header(_ scheme: String, _ user: String, _ proof: String) -> String {
        "\(scheme) " + Base64.standard.text(Array("\(user):\(proof)".utf8))
    }

    init(_ scenario: Scenario = .default, _ change: (inout HiPaySettings) -> Void = { _ in }) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: clock)
        var settings = try HiPaySettings.development(seed: 2, scenario: scenario)
        change(&settings)
        sandbox = SandboxDesk(hipay: HiPaySandbox(settings), acquirer: acquirer)
    }

    func send(
        _ method: String, _ path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: [UInt8] = []
    ) -> Reply {
        var all = [
            "Authorization": Self.basic, "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
            "Host": "127.0.0.1:8080",
        ]
        all.merge(headers) { $1 }
        let request = SandboxRequest(method, "/hipay" + path, query: query, headers: all, body: body)
        return Reply(sandbox.answer(request))
    }

    func post(_ path: String, _ fields: [String: String], _ headers: [String: String] = [:]) -> Reply {
        send("POST", path, headers: headers, body: Self.form(fields))
    }

    func get(_ path: String, _ query: [String: String] = [:], _ headers: [String: String] = [:]) -> Reply {
        send("GET", path, query: query, headers: headers)
    }

    static func form(_ fields: [String: String]) -> [UInt8] {
        let pairs = fields.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }
        return Array(pairs.joined(separator: "&").utf8)
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    static let card = [
        "card_number": pan, "card_expiry_month": "12", "card_expiry_year": "2031", "card_holder": "DEMO BUYER",
        "cvc": "123",
    ]

    func token(_ change: [String: String] = [:], _ headers: [String: String] = [:]) throws -> String {
        let reply = post("/rest/v2/token/create", Self.card.merging(change) { $1 }, headers)
        #expect(reply.status == 201)
        return try #require(reply["token"]?.stringValue)
    }

    /// - Parameter change: fields instead of the usual ones; an empty one counts as absent.
    func order(
        _ amount: String, _ id: String = "ORDER-1", operation: String = "Sale", with change: [String: String] = [:],
        headers: [String: String] = [:]
    ) throws -> Reply {
        var fields = [
            "orderid": id, "operation": operation, "amount": amount, "currency": "EUR", "description": "Goods",
            "payment_product": "visa", "eci": "7", "authentication_indicator": "0",
        ]
        fields.merge(change) { $1 }
        if fields["cardtoken"] == nil { fields["cardtoken"] = try token() }
        return post("/rest/v1/order", fields, headers)
    }

    func maintain(_ reply: Reply, _ operation: String, _ amount: String? = nil, _ more: [String: String] = [:]) -> Reply
    {
        var fields = ["operation": operation].merging(more) { $1 }
        fields["amount"] = amount
        return post("/rest/v1/maintenance/transaction/\(reply.text("transactionReference"))", fields)
    }

    /// The transaction, as it is read by the reference of an earlier answer.
    func read(_ reply: Reply) -> Transaction {
        Transaction(json: get("/rest/v1/transaction/\(reply.text("transactionReference"))")["transaction"] ?? .null)
    }

    func find(_ order: String = "ORDER-1") -> JSONValue? {
        get("/rest/v1/transaction", ["orderid": order])["transaction"]
    }

    /// What the ledger says, one decision a line.
    var ledger: [String] { acquirer.ledger.map { "\($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" } }
}

struct Transaction {
    let json: JSONValue

    /// State and number: `completed/118`.
    var standing: String { "\(self["state"])/\(self["status"])" }
    subscript(name: String) -> String { json[name]?.stringValue ?? "" }
}

extension Reply {
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
    var standing: String { Transaction(json: json).standing }
    var code: String { text("code") }
}
