import Acquirer
import Crypto
import Payments
import Sandbox
import TestKit
import Testing

/// A sandbox and its acquirer on a clock that the test moves, asked without sockets.
final class SandboxWorld {
    let clock = VirtualClock()
    let acquirer: AcquirerDesk
    let sandbox: SandboxDesk

    static let key = "KEY-OF-THE-TEST"
    static let serialNumber = "000123400123"
    static let reference = "01234567-89ab-4cde-8f01-23456789abcd"

    init(_ scenario: Scenario = .default, _ change: (inout HandpointSettings) -> Void = { _ in }) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: clock)
        var settings = HandpointSettings(
            key: try Secret(copying: Array(Self.key.utf8)),
            secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)), seed: 2,
            scenario: scenario)
        change(&settings)
        sandbox = SandboxDesk(HandpointSandbox(settings), acquirer: acquirer)
    }

    /// A sale as a virtual reader makes it.
    @discardableResult
    func sell(_ amount: Int64, id: String = "a", under reference: String = reference) -> AcquirerAnswer? {
        decide(.sale, amount, id: id, of: nil, under: reference)
    }

    @discardableResult
    func decide(
        _ kind: AcquirerRequest.Kind, _ amount: Int64, id: String, of original: String?,
        under reference: String = "76543210-89ab-4cde-8f01-23456789abcd"
    ) -> AcquirerAnswer? {
        acquirer.decide(
            AcquirerRequest(
                kind: kind, amount: amount, currency: 978,
                customerReference: TransactionReference(reference)?.customerReference, id: id, originalID: original,
                serialNumber: Self.serialNumber))
    }

    func get(_ path: String, query: [String: String] = [:]) -> Reply {
        let headers = ["apikeycloud": Self.key, "authorization": Self.key]
        return Reply(sandbox.answer(SandboxRequest("GET", path, query: query, headers: headers)))
    }

    func post(_ path: String, _ body: JSONValue) -> Reply { post(path, body.bytes) }

    func post(_ path: String, _ body: [UInt8]) -> Reply {
        Reply(sandbox.answer(SandboxRequest("POST", path, headers: ["APIKEYCLOUD": Self.key], body: body)))
    }

    /// The first entry under the reference.
    func status(_ selector: String = "") -> Reply {
        get("/transactions/\(Self.reference)/status" + (selector.isEmpty ? "" : "/" + selector))
    }

    /// What the ledger says, one word pair a line.
    var ledger: [String] { acquirer.ledger.map { "\($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" } }
}

struct Reply {
    let answer: SandboxAnswer
    let json: JSONValue

    init(_ answer: SandboxAnswer) {
        self.answer = answer
        json = (try? JSONValue.parse(answer.body)) ?? .null
    }

    var status: Int { answer.status }
    subscript(name: String) -> JSONValue? { json[name] }

    /// The gateway's own number of a business error.
    var errorCode: JSONValue? { json["error"]?["details"]?["errorCode"] }
    var errorName: String? { json["error"]?["name"]?.stringValue }
}
