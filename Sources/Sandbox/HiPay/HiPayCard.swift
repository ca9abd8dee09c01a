import Payments
import Text
import Time

/// A card in the vault: what stands for its number, never the number. Source: gateways.md A.4.
struct HiPayCard: Hashable {
    var account: Int
    var token: String
    var id: String
    /// With x in its middle.
    var maskedNumber: String
    var brand: HiPayBrand
    var holder: String
    /// `MM` and `YYYY`.
    var month: String
    var year: String
    /// It stays after the first order.
    var isMultiUse: Bool
    var asksPayer: Bool
    /// Counted from the first one.
    var number: Int

    var json: JSONValue {
        [
            "token": .string(token), "request_id": "0", "card_id": .string(id), "multi_use": isMultiUse ? 1 : 0,
            "brand": .string(brand.rawValue), "pan": .string(maskedNumber), "card_holder": .string(holder),
            "card_expiry_month": .string(month), "card_expiry_year": .string(year), "issuer": "SANDBOX BANK",
            "country": "ES", "card_type": "DEBIT", "card_category": "CLASSIC", "forbidden_issuer_country": false,
        ]
    }

    /// Of a transaction.
    var paymentMethod: JSONValue {
        [
            "token": .string(token), "cardId": .string(id), "brand": .string(brand.rawValue),
            "pan": .string(maskedNumber.replacing("x", with: "*")), "cardHolder": .string(holder),
            "cardExpiryMonth": .string(month), "cardExpiryYear": .string(year), "issuer": "SANDBOX BANK",
            "country": "ES",
        ]
    }

    /// The card that somebody holds to a terminal.
    static func atTerminal(_ account: Int) -> HiPayCard {
        HiPayCard(
            account: account, token: "", id: "", maskedNumber: SandboxCard.maskedNumber, brand: .mastercard,
            holder: "", month: "12", year: "2031", isMultiUse: false, asksPayer: false, number: 0)
    }
}

/// What a form says of a card beside its number.
struct HiPayExpiry {
    var month: String
    var year: String

    /// Neither past nor too far away.
    init(_ form: HiPayForm, at now: WallTime) throws(HiPayError) {
        month = try form.digits("card_expiry_month", 2...2)
        year = try form.digits("card_expiry_year", 4...4)
        let today = CivilTime(now)
        guard let month = Int(month), (1...12).contains(month) else { throw .invalid("card_expiry_month") }
        guard let year = Int(year), (today.year...today.year + Self.longest).contains(year),
            year > today.year || month >= today.month
        else { throw .invalid("card_expiry_year") }
    }

    /// Years. Source: gateways.md A.4.
    private static let longest = 15
}

extension HiPayForm {
    /// What a person may have typed a card number into. Source: gateways.md A.4.
    func holder() throws(HiPayError) -> String {
        let text = try text("card_holder")
        guard text.count <= 60 else { throw .length("card_holder") }
        return Masking.mask(text)
    }
}
