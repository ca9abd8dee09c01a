import Heft
import Payments

/// A receipt as a reader prints it into HTML: block elements with the class names that the reader family uses, and the
/// merchant's sign as an embedded image. Source: heft.md 7.1; the amount has the currency's own decimals (cases.md C2).
struct DemoReceipt: Hashable, Sendable {
    enum Copy: String, Hashable, Sendable {
        case merchant = "MERCHANT COPY"
        case customer = "CUSTOMER COPY"
    }

    static let merchantName = "Till Demo Café"
    static let merchantNumber = "000000012345678"
    static let terminalNumber = "12340012"

    var facts: TransactionFacts
    /// Nil while the signature is looked at.
    var ending: Ending?
    /// `YYYYMMDDhhmmss`.
    var stamp: String
    var card: VirtualCard

    /// UTF-8, about 1.5 kB.
    func html(for copy: Copy) -> [UInt8] {
        let inner = blocks(for: copy).map { name, text in "<div class=\"\(name)\">\(Self.escaped(text))</div>" }
        let logo = "<img alt=\"\(Self.merchantName)\" src=\"data:image/png;base64,\(Self.sign)\">"
        let head = "<meta charset=\"utf-8\"><title>Receipt</title>"
        return Array("<html><head>\(head)</head><body>\(logo)\(inner.joined())</body></html>".utf8)
    }

    private func blocks(for copy: Copy) -> [(String, String)] {
        let isMerchant = copy == .merchant
        var blocks = [
            ("merchant_name", Self.merchantName), ("merchant_address", "1 Harbour Street"), ("date", date),
            ("time", time), ("receipt_owner", copy.rawValue), ("transaction_type", facts.receiptType),
            ("amount_value", "\(facts.money.decimal) \(facts.currency.alpha)"),
            ("mid", "MID \(isMerchant ? Self.merchantNumber : masked(Self.merchantNumber))"),
            ("tid", "TID \(isMerchant ? Self.terminalNumber : masked(Self.terminalNumber))"),
            ("card", "\(card.schemeName) \(card.maskedNumber)"), ("entry", facts.isSigned ? "Swiped" : "Chip"),
            ("application", "\(card.applicationLabel) AID \(card.applicationID) PSN \(card.sequenceNumber)"),
            ("reference", "Ref \(facts.id)"),
        ]
        if let code = ending?.authorisationCode { blocks.append(("authorisation_code", "Auth \(code)")) }
        blocks.append(("verification", facts.isSigned ? "Verified by signature" : "Verified by PIN"))
        if let ending { blocks.append(("result", ending.finStatus)) }
        if facts.isSigned, isMerchant { blocks.append(("signature", "Signature ____________________")) }
        return blocks + [("footer_text", "Training receipt, no money moved")]
    }

    private var date: String {
        "\(stamp.prefix(4))-\(stamp.dropFirst(4).prefix(2))-\(stamp.dropFirst(6).prefix(2))"
    }

    private var time: String {
        "\(stamp.dropFirst(8).prefix(2)):\(stamp.dropFirst(10).prefix(2)):\(stamp.dropFirst(12).prefix(2))"
    }

    private func masked(_ number: String) -> String {
        String(repeating: "*", count: max(0, number.count - 4)) + number.suffix(4)
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }

    /// A cup, 16 × 16 dots of one bit. Drawn for this project.
    static let sign =
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAK0lEQVR42mP4/5/h736G3/UgEsg+wA9G7AwHuMGIHcR9IM/wwZ7hADNQ"
        + "AQAFIxNvZyG5QAAAAABJRU5ErkJggg=="
}
