import Markup

/// SOAP 1.1, as far as the query needs it. Source: gateways.md C.6.
enum SOAP {
    static let action = "consultaOperaciones"

    /// The text of `cadenaXML`; nil where the body is no such call.
    static func question(_ body: [UInt8]) -> String? {
        guard let envelope = try? MarkupNode.parse(xml: body), envelope.localName == "Envelope" else { return nil }
        return envelope.child("Body")?.child(action)?.child("cadenaXML")?.text
    }

    /// - Parameter text: XML, which is escaped.
    static func answer(_ text: String) -> SandboxAnswer {
        let answer = MarkupNode("consultaOperacionesReturn", text: text).xml
        return envelope(
            200,
            "<p:consultaOperacionesResponse xmlns:p=\"http://webservices.apl02.redsys.es\">\(answer)"
                + "</p:consultaOperacionesResponse>")
    }

    /// *own choice* of words.
    static func fault(_ reason: String) -> SandboxAnswer {
        let fault = MarkupNode(
            "soapenv:Fault",
            children: [MarkupNode("faultcode", text: "soapenv:Client"), MarkupNode("faultstring", text: reason)])
        return envelope(500, fault.xml)
    }

    private static func envelope(_ status: Int, _ content: String) -> SandboxAnswer {
        let text =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
            + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body>\(content)</soapenv:Body></soapenv:Envelope>"
        return SandboxAnswer(status: status, contentType: "text/xml;charset=utf-8", body: Array(text.utf8))
    }
}

extension MarkupNode {
    /// Without the prefix of a name space.
    var localName: String { name.split(separator: ":").last.map(String.init) ?? name }

    func child(_ localName: String) -> MarkupNode? { children.first { $0.localName == localName } }
}
