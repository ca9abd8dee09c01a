import Crypto
import Payments

/// Parameters with a signature over the very text that holds them. Source: gateways.md C.3.
struct RedsysEnvelope {
    var version: RedsysVersion
    var fields: RedsysFields
    private let text: [UInt8]
    private let signature: [UInt8]?

    init(_ body: [UInt8]) throws(RedsysError) {
        guard let json = try? JSONValue.parse(body), let name = json["Ds_SignatureVersion"]?.stringValue,
            let text = json["Ds_MerchantParameters"]?.stringValue, let signature = json["Ds_Signature"]?.stringValue
        else { throw .badMessage }
        guard let version = RedsysVersion(rawValue: name), let parameters = version.parameters.bytes(text) else {
            throw .unreadableParameters
        }
        fields = try RedsysFields(parameters)
        self.version = version
        self.text = Array(text.utf8)
        self.signature = version.signature(in: signature)
    }

    /// Merchant and terminal come before the signature, because they say whose key it is made with.
    func check(_ settings: RedsysSettings) throws(RedsysError) {
        guard fields["MERCHANTCODE"] == settings.merchant,
            fields["TERMINAL"].flatMap(Self.terminal) == Self.terminal(settings.terminal)
        else { throw .unknownMerchant }
        let order = fields["ORDER"] ?? ""
        guard let signature, settings.key.hasSigned(text, order: order, version, signature) else {
            throw .wrongSignature
        }
    }

    /// `1` and `001` are the same one. Source: gateways.md C.2.
    static func terminal(_ text: String) -> Int? {
        text.isDigits && (1...3).contains(text.utf8.count) ? Int(text) : nil
    }
}

/// Texts by name. Source: gateways.md C.4.
struct RedsysFields {
    /// By the names in capitals.
    private var texts: [String: String] = [:]

    init(_ json: [UInt8]) throws(RedsysError) {
        guard let value = try? JSONValue.parse(json), case .object(let members) = value else { throw .badParameters }
        for member in members {
            guard let text = member.value.stringValue,
                texts.updateValue(text, forKey: member.name.uppercased()) == nil
            else { throw .badParameters }
        }
    }

    /// - Parameter name: in capitals, without `DS_MERCHANT_`; our own begin with `X_`.
    subscript(name: String) -> String? { texts[name.hasPrefix("X_") ? name : "DS_MERCHANT_" + name] }
}

extension RedsysFields {
    /// Four to twelve letters and digits, of which the first four are digits.
    func order() throws(RedsysError) -> String {
        guard let order = self["ORDER"], !order.isEmpty else { throw .noOrder }
        guard (4...12).contains(order.utf8.count) else { throw .orderLength }
        guard order.prefix(4).isDigits, order.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw .orderFormat
        }
        return order
    }

    /// Minor units, more than zero.
    func amount() throws(RedsysError) -> Int64 {
        guard let text = self["AMOUNT"], !text.isEmpty else { throw .noAmount }
        guard text.isDigits, text.utf8.count <= 12, let amount = Int64(text), amount > 0 else { throw .badAmount }
        return amount
    }

    /// The terminal's.
    func currency(_ wanted: UInt16) throws(RedsysError) -> Currency {
        guard let text = self["CURRENCY"], text.isDigits, let number = UInt16(text), number == wanted,
            let currency = Currency(numeric: number)
        else { throw .otherCurrency }
        return currency
    }

    func checkType() throws(RedsysError) {
        guard let type = self["TRANSACTIONTYPE"], !type.isEmpty else { throw .noType }
        guard Self.types.contains(type) else { throw .unknownType }
        guard type == RedsysType.refund.rawValue else { throw .typeNotPermitted }
    }

    private static let types: Set<String> = [
        "0", "1", "2", "3", "5", "6", "7", "8", "9", "15", "17", "34", "37", "44", "45", "A", "F", "O", "P", "Q", "R",
        "S",
    ]
}

/// The two types of what is asked about here. Source: gateways.md C.4.
enum RedsysType: String {
    /// A reader's sale is one, too.
    case payment = "0"
    case refund = "3"
}
