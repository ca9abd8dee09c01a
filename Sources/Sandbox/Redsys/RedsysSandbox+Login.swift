import Crypto
import Payments

/// Who may use the terminal. *own choice*; source: gateways.md C.8.
extension RedsysSandbox {
    func login(_ request: SandboxRequest) -> SandboxAnswer {
        guard let licence = request.header("X-App-License"), settings.licence.equals(licence) else {
            return .code("4403", status: 403)
        }
        guard let json = try? JSONValue.parse(request.body), let user = json["user"]?.stringValue,
            let password = json["password"]?.stringValue
        else { return .code("4400", status: 400) }
        guard settings.password.equals(password), user == settings.user else { return .code("4401", status: 401) }
        let key = settings.key.text.withBytes { String(decoding: $0, as: UTF8.self) }
        let terminal: JSONValue = [
            "terminal": .string(settings.terminal), "currency": .string(padded(Int(settings.currency), 3)),
            "signatureKey": .string(key),
        ]
        return SandboxAnswer([
            "merchantList": [
                [
                    "fuc": .string(settings.merchant), "name": .string(settings.merchantName),
                    "terminalList": [terminal],
                ]
            ]
        ])
    }
}

extension SandboxAnswer {
    /// An answer of the service of Get Mini.
    static func code(_ code: String, status: Int = 200) -> SandboxAnswer {
        SandboxAnswer(status: status, ["codigo": .string(code)])
    }
}

extension Secret {
    /// Takes the same time wherever the texts differ.
    func equals(_ text: String) -> Bool {
        var own = withBytes { Array($0) }
        defer { wipe(&own) }
        return constantTimeEqual(own, Array(text.utf8))
    }
}
