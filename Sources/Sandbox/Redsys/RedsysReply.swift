import Crypto
import Markup
import Payments

/// An answer before it is signed: only then faults can change it and it still is the gateway's own.
enum RedsysReply {
    case plain(SandboxAnswer)
    case parameters(RedsysParameters)
    /// What a query has found, or an error.
    case found(RedsysFindings)
}

/// The parameters of a signed answer.
struct RedsysParameters {
    var version: RedsysVersion
    var members: [(String, JSONValue)]
    var order: String
    /// By a trigger.
    var isWronglySigned = false
    /// By a trigger.
    var isDropped = false
}

/// The content of a query's answer.
struct RedsysFindings {
    var elements: [MarkupNode]
    /// Nil where the question was not read so far: then nothing is signed.
    var order: String?
}

extension RedsysParameters {
    func sealed(_ key: RedsysKey, _ change: (String, JSONValue) -> JSONValue) -> SandboxAnswer? {
        let json = JSONValue.object(members.map { ($0.0, change($0.0, $0.1)) })
        let text = version.parameters.text(json.bytes)
        guard var proof = key.signature(over: Array(text.utf8), order: order, version) else { return nil }
        if isWronglySigned { proof[0] ^= 1 }
        var answer = SandboxAnswer([
            "Ds_SignatureVersion": .string(version.rawValue), "Ds_MerchantParameters": .string(text),
            "Ds_Signature": .string(version.signature.text(proof)),
        ])
        answer.isDropped = isDropped
        return answer
    }
}

extension RedsysFindings {
    func sealed(_ key: RedsysKey, _ change: (String, JSONValue) -> JSONValue) -> SandboxAnswer {
        let content = elements.map { $0.changed(change).xml.numbered }.joined()
        let version = "<Version Ds_Version=\"0.0\"><Message>\(content)</Message></Version>"
        let proof = order.flatMap { key.signature(over: Array(version.utf8), order: $0, .hmacSHA256) }
        let signature = proof.map { MarkupNode("Signature", text: RedsysVersion.hmacSHA256.signature.text($0)).xml }
        return SOAP.answer("<Messages>\(version)\(signature ?? "")</Messages>")
    }
}

extension String {
    /// Each `Response` says what its form is. Source: gateways.md C.6.
    fileprivate var numbered: String { replacing("<Response>", with: "<Response Ds_Version=\"0.0\">") }
}

extension MarkupNode {
    fileprivate func changed(_ change: (String, JSONValue) -> JSONValue) -> MarkupNode {
        let text = text.isEmpty ? text : change(name, .string(text)).stringValue ?? text
        return MarkupNode(name, text: text, children: children.map { $0.changed(change) })
    }
}
