import Crypto
import Markup
import Payments

/// Redsys' query for operations, in SOAP. It is always signed the older way. Source: gateways.md C.6, *seen twice*.
enum RedsysQuery {
    private static let signature = RedsysSignature.hmacSHA256V1

    /// - Returns: nil where it can't be signed.
    static func body(of order: OrderNumber, type: String, _ account: RedsysAccount) -> [UInt8]? {
        let fields = MarkupNode(
            "Detail",
            children: [
                MarkupNode("Ds_MerchantCode", text: account.number), MarkupNode("Ds_Terminal", text: account.terminal),
                MarkupNode("Ds_Order", text: order.text), MarkupNode("Ds_TransactionType", text: type),
            ])
        let version = "<Version Ds_Version=\"0.0\"><Message>\(fields.xml)</Message></Version>"
        guard let proof = signature.sign(version, order: order, key: account.key) else { return nil }
        // Neither numbers nor base64 can end the CDATA.
        let messages =
            "<Messages>\(version)<Signature>\(signature.text(proof))</Signature>"
            + "<SignatureVersion>\(signature.rawValue)</SignatureVersion></Messages>"
        return Array(
            ("<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:web=\"http://webservices.apl02.redsys.es\"><soapenv:Header/><soapenv:Body>"
                + "<web:consultaOperaciones><cadenaXML><![CDATA[\(messages)]]></cadenaXML></web:consultaOperaciones>"
                + "</soapenv:Body></soapenv:Envelope>").utf8)
    }

    static func read(_ body: [UInt8], of order: OrderNumber, _ account: RedsysAccount) -> CloudFinding {
        guard let envelope = try? MarkupNode.parse(xml: body),
            let inner = found("consultaOperacionesReturn", in: envelope)
        else { return .trouble(.unreadable) }
        guard let messages = try? MarkupNode.parse(xml: Array(inner.text.utf8)) else { return .trouble(.unreadable) }
        if let code = found("Ds_ErrorCode", in: messages)?.text {
            // XML0024: there is none. Any other says nothing of the money.
            return code == "XML0024" ? .transactions([]) : .trouble(.unreadable)
        }
        guard let sent = found("Signature", in: messages).flatMap({ signature.bytes($0.text) }),
            let signed = version(in: inner.text),
            let own = signature.sign(signed, order: order, key: account.key), constantTimeEqual(sent, own)
        else { return .trouble(.notAuthentic) }
        return transactions(in: messages, of: order, account)
    }

    /// What is not of this order is not what was asked for.
    private static func transactions(
        in messages: MarkupNode, of order: OrderNumber, _ account: RedsysAccount
    ) -> CloudFinding {
        let responses = all("Response", in: messages)
        let read = responses.compactMap { response -> CloudTransaction? in
            let fields = response.children.map { (name: $0.name, text: $0.text) }
            guard let parameters = RedsysParameters(fields), parameters["Ds_Order"] == order.text,
                parameters["Ds_MerchantCode"] == account.number
            else { return nil }
            return CloudTransaction(parameters)
        }
        return read.count == responses.count ? .transactions(read) : .trouble(.unreadable)
    }

    /// The text that is signed, as it came.
    private static func version(in text: String) -> String? {
        let bytes = Array(text.utf8)
        let (opening, closing) = (Array("<Version".utf8), Array("</Version>".utf8))
        guard let start = bytes.firstRange(of: opening)?.lowerBound,
            let end = bytes[start...].firstRange(of: closing)?.upperBound
        else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// By its name without a prefix, whatever its case of letters: one client was seen to need that.
    private static func found(_ name: String, in node: MarkupNode) -> MarkupNode? { all(name, in: node).first }

    private static func all(_ name: String, in node: MarkupNode) -> [MarkupNode] {
        let own = node.name.split(separator: ":").last.map { $0.lowercased() }
        return (own == name.lowercased() ? [node] : []) + node.children.flatMap { all(name, in: $0) }
    }
}
