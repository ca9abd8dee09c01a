import Payments
import Text

/// What an order asks for, checked. Source: gateways.md A.5; lengths and the order of the checks are *own choice*.
struct HiPayWanted {
    enum Source {
        case card(token: String)
        /// Seconds until nobody waits for a card any more.
        case terminal(lifetime: Int)
    }

    var orderID: String
    var money: Money
    var isAuthorization: Bool
    /// Empty where a terminal will find out.
    var product: String
    var source: Source
    var eci: String
    /// 3-D Secure is mandatory.
    var asksPayer: Bool
    var texts: HiPayTexts

    init(_ form: HiPayForm) throws(HiPayError) {
        if let field = form.first(of: ["card_number", "cvc"]) { throw .invalid(field) }
        orderID = try Self.orderID(form)
        isAuthorization = try Self.isAuthorization(form)
        money = try HiPayAmount.money(try form.text("amount"), try form.text("currency"))
        guard try form.text("description").utf8.count <= Self.longestText else { throw .length("description") }
        eci = form["eci"] ?? "7"
        guard ["1", "2", "3", "4", "7", "9", "10"].contains(eci) else { throw .unsupportedECI }
        let indicator = form["authentication_indicator"] ?? "0"
        guard ["0", "1", "2"].contains(indicator) else { throw .invalid("authentication_indicator") }
        asksPayer = indicator == "2"
        (source, product) = eci == "10" ? try Self.terminal(form) : try Self.card(form)
        texts = try HiPayTexts(form)
    }

    /// It stands in the ledger: a card number may not be in it.
    private static func orderID(_ form: HiPayForm) throws(HiPayError) -> String {
        let text = try form.text("orderid")
        guard text.utf8.count <= longestOrderID else { throw .length("orderid") }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            !HiPayCardNumber.stands(in: text)
        else { throw .invalid("orderid") }
        return text
    }

    /// A word in any case; numbers are refused.
    private static func isAuthorization(_ form: HiPayForm) throws(HiPayError) -> Bool {
        switch try form.text("operation").lowercased() {
        case "sale": return false
        case "authorization": return true
        case let word where word.allSatisfy(\.isLetter): throw .invalid("operation")
        default: throw .notAlphabetic("operation")
        }
    }

    private static func card(_ form: HiPayForm) throws(HiPayError) -> (Source, String) {
        let product = try form.text("payment_product")
        guard HiPayProduct.codes.contains(product) else { throw .noRoute }
        return (.card(token: try form.text("cardtoken")), product)
    }

    private static func terminal(_ form: HiPayForm) throws(HiPayError) -> (Source, String) {
        guard form["payment_product"] == nil else { throw .invalid("payment_product") }
        guard try form.flag("initialize_payment_terminal") else { throw .missing("initialize_payment_terminal") }
        _ = try form.text("payment_terminal_id")
        let seconds =
            form["pos_transaction_lifetime"] == nil ? "60" : try form.digits("pos_transaction_lifetime", 1...4)
        guard let lifetime = Int(seconds), lifetime > 0 else { throw .invalid("pos_transaction_lifetime") }
        return (.terminal(lifetime: lifetime), "")
    }

    static let longestOrderID = 64
    static let longestText = 255
}

/// What the merchant sent along, without card numbers.
struct HiPayTexts: Hashable {
    var customerID: String
    var language: String
    var email: String
    var notifyURL: String
    /// `cdata1` to `cdata10`.
    var cdata: [String]

    init(_ form: HiPayForm) throws(HiPayError) {
        func text(_ name: String) throws(HiPayError) -> String {
            Masking.mask(try form.optionalText(name, longest: HiPayWanted.longestText) ?? "")
        }
        customerID = try text("cid")
        language = try text("language")
        email = try text("email")
        notifyURL = try text("notify_url")
        guard notifyURL.isEmpty || notifyURL.hasPrefix("https://") || notifyURL.hasPrefix("http://") else {
            throw .invalid("notify_url")
        }
        cdata = []
        for number in 1...10 { cdata.append(try text("cdata\(number)")) }
    }
}
