import Payments

/// A command of Commerce Web Services. Source: gateways.md D.3.
struct OpayoCommand {
    enum Method: String {
        case open = "openPaymentGateway"
        case requiredUpdate = "getRequiredTmsUpdateType"
        case update = "performTmsUpdate"
        case updateStatus = "getTmsUpdateStatus"
        case linkedRefund
        case start = "startPaymentTransaction"
        case status = "getPaymentTransactionStatus"
        case goOn = "continuePaymentTransaction"
        case cancel = "cancelPaymentTransaction"
        case search = "searchPaymentTransaction"
    }

    /// What is wrong with a command before it is looked at. The raw value is the request's status.
    enum Malformed: String, Error {
        case format = "INVALID_REQUEST_FORMAT"
        case missing = "MISSING_REQUIRED_PARAMETER"
        case invalid = "INVALID_REQUIRED_PARAMETER"
        case unavailable = "TARGET_UNAVAILABLE"
    }

    var method: Method
    var parameters: OpayoParameters

    /// - Parameter request: the body.
    init(_ request: JSONValue) throws(Malformed) {
        let fields = OpayoParameters(request)
        _ = try fields.text("requestId")
        let (method, target) = (try fields.text("method"), try fields.text("targetType"))
        guard !Self.otherTargets.contains(target) else { throw .unavailable }
        guard target == Self.target, try fields.text("version") == "1.0", let known = Method(rawValue: method) else {
            throw .invalid
        }
        self.method = known
        parameters = try fields.object("parameters")
    }

    private static let target = "paymentGatewayOpayo"
    /// Real ones, which are not served here.
    private static let otherTargets = ["paymentGatewayConverge", "cardReader", "printer", "api", "onDemand"]
}

/// Members of a command, with the statuses that wrong ones have.
struct OpayoParameters {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    func has(_ name: String) -> Bool { json[name] != nil && json[name] != .null }

    func text(_ name: String) throws(OpayoCommand.Malformed) -> String {
        guard let text = try optionalText(name), !text.isEmpty else { throw .missing }
        return text
    }

    func optionalText(_ name: String) throws(OpayoCommand.Malformed) -> String? {
        guard has(name) else { return nil }
        guard let text = json[name]?.stringValue else { throw .invalid }
        return text
    }

    func word(_ name: String, of words: [String]) throws(OpayoCommand.Malformed) -> String {
        let word = try text(name)
        guard words.contains(word) else { throw .invalid }
        return word
    }

    /// False where it is absent.
    func flag(_ name: String) throws(OpayoCommand.Malformed) -> Bool {
        guard has(name) else { return false }
        guard let flag = json[name]?.boolValue else { throw .invalid }
        return flag
    }

    func object(_ name: String) throws(OpayoCommand.Malformed) -> OpayoParameters {
        guard has(name), let object = json[name] else { throw .missing }
        guard case .object = object else { throw .invalid }
        return OpayoParameters(object)
    }

    /// Minor units and ISO letters. More than zero.
    func money(_ name: String) throws(OpayoCommand.Malformed) -> Money {
        let fields = try object(name)
        guard fields.has("value") else { throw .missing }
        guard let value = fields.json["value"]?.integerValue, (1...Money.largestOnTheWire).contains(value),
            let currency = Currency(alpha: try fields.text("currencyCode"))
        else { throw .invalid }
        return Money(minorUnits: value, currency: currency)
    }

    /// `YYYYMMDD`.
    func date(_ name: String) throws(OpayoCommand.Malformed) -> String {
        let text = try text(name)
        guard text.utf8.count == 8, text.isDigits else { throw .invalid }
        return text
    }
}
