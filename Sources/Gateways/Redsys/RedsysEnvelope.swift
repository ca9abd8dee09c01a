import Crypto
import Payments

/// Parameters, signed: what is posted to Redsys, and what comes back. Source: gateways.md C.3, *seen twice*.
enum RedsysEnvelope {
    /// - Returns: the JSON body; nil where it can't be signed.
    static func sealed(
        _ parameters: [(String, String?)], by signature: RedsysSignature, order: OrderNumber, key: Secret
    ) -> [UInt8]? {
        let json = JSONValue.object(parameters.map { ($0, $1.map(JSONValue.string)) })
        // The newer signature wants no padding.
        let alphabet: Base64 = signature == .hmacSHA512V2 ? .url : .standard
        let text = alphabet.text(json.bytes)
        guard let proof = signature.sign(text, order: order, key: key) else { return nil }
        let envelope: JSONValue = [
            "Ds_SignatureVersion": .string(signature.rawValue), "Ds_MerchantParameters": .string(text),
            "Ds_Signature": .string(signature.text(proof)),
        ]
        return envelope.bytes
    }

    /// What an answer says.
    enum Opened {
        case parameters(RedsysParameters)
        /// The call failed: `SIS0042`.
        case error(code: String)
        /// It is no answer of theirs, or somebody changed it.
        case trouble(CloudTrouble)
    }

    /// The answer's own version decides how it is checked; one that nobody knows is not guessed at.
    static func opened(_ body: [UInt8], order: OrderNumber, key: Secret) -> Opened {
        guard let json = try? JSONValue.parse(body) else { return .trouble(.unreadable) }
        if let code = json["errorCode"]?.stringValue, isCode(code) { return .error(code: code) }
        guard let signature = json["Ds_SignatureVersion"]?.stringValue.flatMap(RedsysSignature.init),
            let text = json["Ds_MerchantParameters"]?.stringValue,
            let sent = json["Ds_Signature"]?.stringValue.flatMap(signature.bytes)
        else { return .trouble(.unreadable) }
        guard let own = signature.sign(text, order: order, key: key), constantTimeEqual(sent, own) else {
            return .trouble(.notAuthentic)
        }
        guard let bytes = signature.bytes(text), let inner = try? JSONValue.parse(bytes),
            let parameters = RedsysParameters(inner), parameters["Ds_Order"] == order.text
        else { return .trouble(.unreadable) }
        return .parameters(parameters)
    }

    /// `SIS0042`, or a number.
    static func isCode(_ text: String) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
    }
}

/// The fields of an answer. Names count whatever their case of letters; one that stands twice makes it unreadable.
struct RedsysParameters {
    private var values: [String: String] = [:]

    init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        for member in members {
            guard let text = member.value.stringValue ?? member.value.integerValue.map({ String($0) }) else { continue }
            guard values.updateValue(text, forKey: member.name.lowercased()) == nil else { return nil }
        }
    }

    /// Of an answer in XML.
    init?(_ fields: [(name: String, text: String)]) {
        for field in fields {
            guard values.updateValue(field.text, forKey: field.name.lowercased()) == nil else { return nil }
        }
    }

    /// Nil where it isn't given; blanks around it are left out, and nothing but blanks counts as not given.
    subscript(name: String) -> String? {
        let text = values[name.lowercased()].map { $0.drop { $0 == " " } }
        guard let text, let last = text.lastIndex(where: { $0 != " " }) else { return nil }
        return String(text[...last])
    }

    /// Minor units.
    var amount: Int64? { self["Ds_Amount"].flatMap { Int64($0) } }
}
