import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

/// Opayo's sandbox and its acquirer on a clock that the test moves, asked without sockets.
final class OpayoWorld {
    let clock = VirtualClock()
    let acquirer: AcquirerDesk
    let sandbox: SandboxDesk
    private var stan = 0
    private var count = 0

    static let reference = "TILL-0001"
    static let day = "20260310"

    init(_ scenario: Scenario = .default, _ change: (inout OpayoSettings) -> Void = { _ in }) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: clock)
        var settings = try OpayoSettings.development(seed: 2, scenario: scenario)
        change(&settings)
        sandbox = SandboxDesk(opayo: OpayoSandbox(settings), acquirer: acquirer)
    }

    func sell(_ amount: Int64) throws -> TerminalAnswer { try decide(.sale, amount) }

    /// What a pinpad asks.
    func decide(
        _ kind: TerminalRequest.Kind, _ amount: Int64, of original: TerminalAnswer? = nil
    ) throws -> TerminalAnswer {
        stan += 1
        var request = TerminalRequest(kind: kind, terminalID: "99900001", serialNumber: "0123456789", stan: stan)
        (request.amount, request.currency, request.reference) = (amount, 826, Self.reference)
        (request.originalRRN, request.originalApproval) = (original?.rrn, original?.approval)
        return try #require(acquirer.decide(request))
    }

    func send(_ body: [UInt8]) -> Reply {
        Reply(sandbox.answer(SandboxRequest("POST", "/elavon/rest/command", body: body)))
    }

    func ask(_ method: String, _ parameters: JSONValue) -> OpayoAnswer {
        count += 1
        let command: JSONValue = [
            "method": .string(method), "requestId": .string("r-\(count)"), "targetType": "paymentGatewayOpayo",
            "version": "1.0", "parameters": parameters,
        ]
        return OpayoAnswer(send(command.bytes))
    }

    static let account: [(String, JSONValue?)] = [
        ("app", "till"), ("merchantId", "1000001"), ("clientId", "sandbox"), ("password", "sandbox-password"),
        ("paymentGatewayEnvironment", "DEMO"), ("retrieveAccountInfo", false),
    ]

    /// - Parameter change: members instead of the account's; nil leaves one out.
    func open(_ change: [String: JSONValue] = [:]) -> OpayoAnswer {
        let known = Self.account.map { ($0.0, change[$0.0] ?? $0.1) }
        let more = change.filter { change in !Self.account.contains { $0.0 == change.key } }
        return ask("openPaymentGateway", .object(known + more.map { ($0.key, $0.value) }))
    }

    /// A session of the plain account's.
    func session() throws -> OpayoClient {
        OpayoClient(world: self, id: try #require(open().session))
    }

    /// What the ledger says, one word pair a line.
    var ledger: [String] { acquirer.ledger.map { "\($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" } }
}

/// Somebody who has opened the gateway.
struct OpayoClient {
    let world: OpayoWorld
    let id: String

    func ask(_ method: String, _ members: [(String, JSONValue?)]) -> OpayoAnswer {
        world.ask(method, .object([("paymentGatewayId", .string(id))] + members))
    }

    private func order(_ original: TerminalAnswer, _ amount: Int64, _ reference: String) -> [(String, JSONValue?)] {
        [
            ("originalTransId", original.rrn.map(JSONValue.string)),
            ("baseTransactionAmount", ["value": .integer(amount), "currencyCode": "GBP"]), ("tenderType", "CARD"),
            ("merchantTransactionReference", .string(reference)),
        ]
    }

    func refund(_ sale: TerminalAnswer, _ amount: Int64, _ reference: String = "TILL-0002") -> OpayoAnswer {
        ask(
            "linkedRefund",
            [("originalAuthCode", sale.approval.map(JSONValue.string))] + order(sale, amount, reference))
    }

    func start(_ sale: TerminalAnswer, _ amount: Int64, _ reference: String = OpayoWorld.reference) -> OpayoAnswer {
        ask("startPaymentTransaction", [("transactionType", "SALE")] + order(sale, amount, reference))
    }

    func status(_ channel: String?) -> OpayoAnswer {
        ask("getPaymentTransactionStatus", [("chanId", channel.map(JSONValue.string))])
    }

    /// The second answer to a refund, as the first one has events only.
    func refunded(_ sale: TerminalAnswer, _ amount: Int64) -> OpayoAnswer {
        let channel = refund(sale, amount).channel
        _ = status(channel)
        return status(channel)
    }

    func answer(_ channel: String?, _ referral: JSONValue) -> OpayoAnswer {
        ask(
            "continuePaymentTransaction",
            [("chanId", channel.map(JSONValue.string)), ("voiceReferral", referral), ("cardPresent", "YES")])
    }

    func cancel(_ channel: String?) -> OpayoAnswer {
        ask("cancelPaymentTransaction", [("chanId", channel.map(JSONValue.string))])
    }

    func search(_ members: [(String, JSONValue?)] = [], on day: String = OpayoWorld.day) -> OpayoAnswer {
        ask("searchPaymentTransaction", members + [("beginDate", .string(day)), ("endDate", .string(day))])
    }
}

/// An answer, taken apart.
struct OpayoAnswer {
    let reply: Reply

    init(_ reply: Reply) { self.reply = reply }

    var status: String? { reply["statusDetails"]?.stringValue }
    var command: JSONValue { reply["data"]?["paymentGatewayCommand"] ?? .null }

    subscript(name: String) -> JSONValue? { command[name] }

    /// Nil where the two levels say different things.
    var isCompleted: Bool? {
        let inner = command["completed"]?.boolValue
        return inner == reply["completed"]?.boolValue ? inner : nil
    }

    var session: String? { command["openPaymentGatewayData"]?["paymentGatewayId"]?.stringValue }
    var channel: String? { command["chanId"]?.stringValue }
    var errors: [String] { command["errors"]?.elements.compactMap(\.stringValue) ?? [] }
    var events: [String] { (reply["eventQueue"]?.elements ?? []).compactMap { $0["statusDetails"]?.stringValue } }
    var data: JSONValue? { command["paymentTransactionData"] }
    var dataErrors: [String] { data?["errors"]?.elements.compactMap(\.stringValue) ?? [] }
}
