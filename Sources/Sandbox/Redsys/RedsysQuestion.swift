import Crypto
import Markup

/// The question inside a query: the text as it was signed, and what it says. Source: gateways.md C.6.
struct RedsysQuestion {
    var order: String
    var type: String
    /// More is told of each transaction.
    var isDetailed: Bool

    /// An error of the query. Its order is known from the moment on when the question was let in.
    struct Refusal: Error {
        var code: String
        var order: String?

        init(_ code: String, order: String? = nil) {
            self.code = code
            self.order = order
        }
    }

    /// The merchant comes first, then the signature, then the rest.
    init(_ text: String, _ settings: RedsysSettings) throws(Refusal) {
        guard let root = try? MarkupNode.parse(xml: Array(text.utf8)) else { throw Refusal("XML0000") }
        guard root.name == "Messages", let signed = Self.signed(text),
            let message = root.child("Version")?.child("Message"),
            let inner = message.children.first
        else { throw Refusal("XML0002") }
        try Self.checkMerchant(inner, settings)
        order = inner["Ds_Order"] ?? ""
        try Self.checkSignature(root, signed, order, settings.key)
        guard !order.isEmpty else { throw Refusal("XML0012", order: order) }
        guard ["Transaction", "Detail"].contains(inner.name) else { throw Refusal("XML0041", order: order) }
        guard let type = inner["Ds_TransactionType"], !type.isEmpty else { throw Refusal("XML0016", order: order) }
        self.type = type
        isDetailed = inner.name == "Detail"
    }

    private static func checkMerchant(_ inner: MarkupNode, _ settings: RedsysSettings) throws(Refusal) {
        guard let merchant = inner["Ds_MerchantCode"], !merchant.isEmpty else { throw Refusal("XML0004") }
        guard merchant == settings.merchant else { throw Refusal("XML0007") }
        guard let terminal = inner["Ds_Terminal"], !terminal.isEmpty else { throw Refusal("XML0008") }
        guard RedsysEnvelope.terminal(terminal) == RedsysEnvelope.terminal(settings.terminal) else {
            throw Refusal("XML0011")
        }
    }

    private static func checkSignature(
        _ root: MarkupNode, _ signed: String, _ order: String, _ key: RedsysKey
    ) throws(Refusal) {
        guard let name = root["SignatureVersion"], !name.isEmpty else { throw Refusal("XML0029") }
        guard let version = RedsysVersion(rawValue: name), version == .hmacSHA256 else { throw Refusal("XML0030") }
        guard let text = root["Signature"], !text.isEmpty else { throw Refusal("XML0021") }
        guard let signature = version.signature(in: text),
            key.hasSigned(Array(signed.utf8), order: order, version, signature)
        else { throw Refusal("XML0023") }
    }

    /// From the first `<Version` to the last `</Version>`: byte for byte what was signed.
    private static func signed(_ text: String) -> String? {
        guard let start = text.firstRange(of: "<Version"), let end = text.ranges(of: "</Version>").last,
            start.lowerBound < end.upperBound
        else { return nil }
        return String(text[start.lowerBound..<end.upperBound])
    }
}
