import Checkout
import Console
import Engine
import Gateways
import Localization
import Payments
import Readers
import Text
import Time

/// Events as scripts read them: one object a line, `event` and `at` first. `text` follows the language, names and codes
/// never change.
struct EventJSON {
    let catalogue: Catalogue

    /// Nil for what scripts aren't told.
    func object(_ event: EngineEvent) -> JSONValue? {
        switch event.event {
        case .ready, .started, .signedIn, .signedOut, .granted, .permitted, .serving: nil
        case .progress(let done, let notice):
            line(
                "progress", event.at, [("done", .integer(Int64(done))), ("text", .string(catalogue.words(of: notice)))])
        case .scanned(let code): line("scan", event.at, [("code", .string(code))])
        case .served(_, let result): ServiceJSON(catalogue: catalogue).object(result, event.at)
        case .connected(let details): line("connected", event.at, Self.members(details))
        case .disconnected(let transacting, let fault):
            line(
                "disconnected", event.at,
                [("transacting", .bool(transacting)), ("reason", fault.map { .string($0.code) })])
        case .status(let notice, let elapsed): line("status", event.at, members(notice, elapsed))
        case .signatureRequest(_, let receipt, let seconds):
            line(
                "signatureRequest", event.at,
                [("receipt", .string(receipt)), ("expiresMs", .integer(Int64(seconds) * 1000))])
        case .signatureCancelled: line("signatureCancelled", event.at, [])
        case .recovered(let reference, let outcome, let result, _):
            line("recovered", event.at, Self.members(reference, event.journalID, outcome, result))
        case .inquiry(let reference, let inquiry):
            line("inquiry", event.at, members(reference, event.journalID, inquiry))
        case .result(let reference, let outcome, let result, _), .settled(let reference, let outcome, let result):
            line("result", event.at, Self.members(reference, event.journalID, outcome, result))
        case .tipped(let reference, let money, let outcome, let trouble):
            line(
                "tip", event.at,
                [
                    ("transactionReference", .string(reference.text)),
                    ("journalId", event.journalID.map(JSONValue.integer)), ("amount", .integer(money.minorUnits)),
                    ("currency", .string(money.currency.alpha)), ("outcome", .string(outcome.rawValue)),
                    ("text", .string(catalogue.words(for: outcome, of: money))),
                    ("trouble", (trouble?.code).map(JSONValue.string)),
                ])
        case .fault(let fault): error(fault, event.at)
        }
    }

    func line(_ name: String, _ at: WallTime, _ members: [(String, JSONValue?)]) -> JSONValue {
        .object([("event", .string(name)), ("at", .string(at.rfc3339))] + members)
    }

    /// The question that `--signature ask` puts.
    func question(id: Int, seconds: Int, _ at: WallTime) -> JSONValue {
        line(
            "question", at,
            [
                ("id", .integer(Int64(id))), ("kind", "signature"),
                ("expiresMs", .integer(Int64(seconds) * 1000)),
            ])
    }

    /// The question that `--partial ask` puts: there is no hurry.
    func question(id: Int, _ at: WallTime) -> JSONValue {
        line("question", at, [("id", .integer(Int64(id))), ("kind", "partial")])
    }

    /// A question of another kind, with what there is to know for it. There is no hurry.
    func question(id: Int, _ kind: String, _ more: [(String, JSONValue?)], _ at: WallTime) -> JSONValue {
        line("question", at, [("id", .integer(Int64(id))), ("kind", .string(kind))] + more)
    }

    func error(_ fault: TillFault, _ at: WallTime) -> JSONValue {
        error(code: fault.code, money: fault.money, ["detail": fault.detail], at)
    }

    func error(
        code: String, money: TillFault.MoneyState, _ arguments: [String: String], _ at: WallTime
    ) -> JSONValue {
        let said = catalogue.error(code, arguments)
        return line(
            "error", at,
            [
                ("code", .string(code)), ("text", .string(Masking.mask(said.text))), ("money", .string(money.rawValue)),
                ("next", said.next.map(JSONValue.string)),
                ("detail", arguments["detail"].flatMap { $0.isEmpty ? nil : .string(Masking.mask($0)) }),
            ])
    }
}

extension EventJSON {
    static func members(_ details: ReaderDetails) -> [(String, JSONValue?)] {
        [
            ("serialNumber", .string(details.serialNumber)),
            ("publicKeyVersion", .integer(Int64(details.publicKeyVersion))),
            ("emvParamVersion", .integer(Int64(details.emvParameterVersion))),
            ("applicationName", .string(details.applicationName)),
            ("applicationVersion", .string(details.applicationVersion)),
            ("manufacturerCode", .integer(Int64(details.manufacturerCode))),
            ("modelCode", .integer(Int64(details.modelCode))),
            ("battery", details.battery.map(JSONValue.string)),
            ("resultPending", .bool(details.resultPending)),
            ("protocol", details.wireProtocol == .heft ? nil : .string(details.wireProtocol.rawValue)),
            ("terminalId", details.terminalID.map(JSONValue.string)),
            ("currency", details.currency.map(JSONValue.string)),
            ("demand", details.demand.map { .string($0.rawValue) }),
        ]
    }

    private func members(_ notice: ReaderNotice, _ elapsed: Duration) -> [(String, JSONValue?)] {
        [
            ("code", .string("0x" + Self.hex(notice.code))),
            ("name", notice.name.isEmpty ? nil : .string(notice.name)),
            ("text", .string(catalogue.words(for: notice))),
            ("detail", notice.detail?.object),
            ("cancelAllowed", .bool(notice.cancelAllowed)),
            ("elapsedMs", .integer(elapsed.milliseconds)),
        ]
    }

    private func members(
        _ reference: TransactionReference, _ journalID: Int64?, _ inquiry: Inquiry
    ) -> [(String, JSONValue?)] {
        let words = catalogue.words(for: inquiry)
        return [
            ("transactionReference", .string(reference.text)), ("journalId", journalID.map(JSONValue.integer)),
            ("stage", .string(inquiry.stage.name)), ("text", .string(Masking.mask(words.text))),
            ("trouble", words.trouble.map(JSONValue.string)), ("next", words.next.map(JSONValue.string)),
        ]
    }

    /// The result's keys, then the till's own. Empty text is left out; 0 and false are written.
    static func members(
        _ reference: TransactionReference, _ journalID: Int64?, _ outcome: Outcome, _ result: TransactionResult
    ) -> [(String, JSONValue?)] {
        let fields = result.json.members.filter { $0.name != "raw" && $0.value != .string("") }
        return fields.map { ($0.name, Optional($0.value)) } + [
            ("outcome", .string(outcome.rawValue)),
            ("transactionReference", .string(reference.text)),
            ("journalId", journalID.map(JSONValue.integer)),
            ("raw", result.raw.map(raw)),
        ]
    }

    private static func raw(_ raw: TransactionResult.RawResult) -> JSONValue {
        .object([
            ("header", .string(raw.header)), ("result", raw.result.map { .integer(Int64($0)) }),
            ("fields", raw.fields?.object),
        ])
    }

    static func hex(_ code: UInt16) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
