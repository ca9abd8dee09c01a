import Acquirer
import Crypto
import Markup
import Payments
import Sandbox
import TestKit
import Testing

/// Redsys' sandbox and its acquirer on a clock that the test moves, asked without sockets; signed for by code of its own.
final class RedsysWorld {
    let clock = VirtualClock()
    let acquirer: AcquirerDesk
    let sandbox: SandboxDesk
    private var stan = 0

    static let order = "2603100001AB"

    init(_ scenario: Scenario = .default, _ change: (inout RedsysSettings) -> Void = { _ in }) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: clock)
        var settings = try RedsysSettings.development(seed: 2, scenario: scenario)
        change(&settings)
        sandbox = SandboxDesk(redsys: RedsysSandbox(settings), acquirer: acquirer)
    }

    @discardableResult
    func sell(_ amount: Int64, order: String = order) throws -> TerminalAnswer {
        try decide(.sale, amount, order: order)
    }

    /// What a pinpad asks.
    @discardableResult
    func decide(
        _ kind: TerminalRequest.Kind, _ amount: Int64, order: String = order, of original: TerminalAnswer? = nil
    ) throws -> TerminalAnswer {
        stan += 1
        var request = TerminalRequest(kind: kind, terminalID: "99900001", serialNumber: "0123456789", stan: stan)
        (request.amount, request.currency, request.reference) = (amount, 978, order)
        (request.originalRRN, request.originalApproval) = (original?.rrn, original?.approval)
        return try #require(acquirer.decide(request))
    }

    func post(_ path: String, _ body: [UInt8], _ headers: [String: String] = [:]) -> SandboxAnswer {
        sandbox.answer(SandboxRequest("POST", "/redsys" + path, headers: headers, body: body))
    }

    func post(_ path: String, _ body: JSONValue, _ headers: [String: String] = [:]) -> Reply {
        Reply(post(path, body.bytes, headers))
    }

    func refund(
        _ amount: String, order: String? = order, _ version: RedsysSigner.Version = .v1,
        _ change: ([String: String]) -> [String: String] = { $0 }
    ) throws -> RedsysAnswer {
        var fields = [
            "DS_MERCHANT_MERCHANTCODE": RedsysSettings.developmentMerchant, "DS_MERCHANT_TERMINAL": "1",
            "DS_MERCHANT_AMOUNT": amount, "DS_MERCHANT_CURRENCY": "978", "DS_MERCHANT_TRANSACTIONTYPE": "3",
        ]
        fields["DS_MERCHANT_ORDER"] = order
        let envelope = try RedsysSigner().envelope(change(fields), order: order ?? "", version)
        return RedsysAnswer(post("/sis/rest/trataPeticionREST", envelope, [:]))
    }

    /// What the ledger says, one word pair a line.
    var ledger: [String] { acquirer.ledger.map { "\($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" } }
}

/// Signs as a merchant does.
struct RedsysSigner {
    enum Version: String, CaseIterable {
        case v1 = "HMAC_SHA256_V1"
        case v2 = "HMAC_SHA512_V2"

        var parameters: Base64 { self == .v1 ? .standard : .url }
    }

    var key = RedsysSettings.developmentKey

    func signature(over text: String, order: String, _ version: Version) throws -> [UInt8] {
        switch version {
        case .v1:
            let key = try Secret(copying: try #require(Base64.standard.bytes(key)))
            let zeros = [UInt8](repeating: 0, count: (8 - order.utf8.count % 8) % 8)
            let own = order.isEmpty ? [0] : TripleDES.encrypted(Array(order.utf8) + zeros, key: key)
            return HMACSHA256.authenticate(Array(text.utf8), key: try Secret(copying: try #require(own)))
        case .v2:
            let own = AES128.encrypted(Array(order.utf8), key: try Secret(copying: Array(key.utf8.prefix(16))))
            let text64 = Base64.standard.text(try #require(own))
            return HMACSHA512.authenticate(Array(text.utf8), key: try Secret(copying: Array(text64.utf8)))
        }
    }

    func envelope(_ fields: [String: String], order: String, _ version: Version) throws -> JSONValue {
        let json = JSONValue.object(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        let text = version.parameters.text(json.bytes)
        let signature = try signature(over: text, order: order, version)
        return [
            "Ds_SignatureVersion": .string(version.rawValue), "Ds_MerchantParameters": .string(text),
            "Ds_Signature": .string(version.parameters.text(signature)),
        ]
    }
}

/// An answer to an operation, taken apart.
struct RedsysAnswer {
    let reply: Reply

    init(_ reply: Reply) { self.reply = reply }

    var error: String? { reply["errorCode"]?.stringValue }
    var version: RedsysSigner.Version? { (reply["Ds_SignatureVersion"]?.stringValue).flatMap { .init(rawValue: $0) } }

    private var text: String { reply["Ds_MerchantParameters"]?.stringValue ?? "" }

    subscript(name: String) -> String? {
        let json = (version?.parameters.bytes(text)).flatMap { try? JSONValue.parse($0) }
        return json?[name]?.stringValue
    }

    /// The signature fits the order that is in it.
    func isSigned() throws -> Bool {
        let version = try #require(version)
        let own = try RedsysSigner().signature(over: text, order: self["Ds_Order"] ?? "", version)
        let sent = reply["Ds_Signature"]?.stringValue ?? ""
        return (version == .v1 ? Base64.paddedURL : .url).bytes(sent) == own
    }
}
