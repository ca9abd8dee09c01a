import Acquirer
import Payments
import Time

/// Cards, for which tokens stand. Source: gateways.md A.4.
extension HiPaySandbox {
    /// Of all accounts. The oldest one is forgotten for one more. *own choice*
    static let mostCards = 1024

    mutating func createToken(
        _ request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime
    ) throws(HiPayError) -> SandboxAnswer {
        let form = try HiPayForm(request)
        let number = try HiPayCardNumber(try form.digits("card_number", 12...19))
        let expiry = try HiPayExpiry(form, at: now)
        let holder = try form.holder()
        try checkCVC(form, number.brand)
        let isMultiUse = try form.flag("multi_use")
        makeRoomForCard()
        let card = HiPayCard(
            account: guest.account, token: hex(random.bytes(32)), id: nextGUID(), maskedNumber: number.masked,
            brand: number.brand, holder: holder, month: expiry.month, year: expiry.year, isMultiUse: isMultiUse,
            asksPayer: number.asksPayer, number: nextCardNumber())
        cards[card.token] = card
        return SandboxAnswer(status: 201, card.json)
    }

    private func checkCVC(_ form: HiPayForm, _ brand: HiPayBrand) throws(HiPayError) {
        guard brand.needsCVC || form["cvc"] != nil else { return }
        _ = try form.digits("cvc", brand.cvcLengths)
    }

    private mutating func makeRoomForCard() {
        guard cards.count >= Self.mostCards, let oldest = cards.min(by: { $0.value.number < $1.value.number }) else {
            return
        }
        cards[oldest.key] = nil
    }

    /// The networks of a number, which is not kept. *own choice*: only what `token/create` says of them.
    func resolve(_ request: SandboxRequest, at now: WallTime) throws(HiPayError) -> SandboxAnswer {
        let form = try HiPayForm(request)
        let number = try HiPayCardNumber(try form.digits("card_number", 12...19))
        let expiry = try HiPayExpiry(form, at: now)
        return SandboxAnswer([
            "brand": .string(number.brand.rawValue), "pan": .string(number.masked),
            "card_expiry_month": .string(expiry.month), "card_expiry_year": .string(expiry.year), "country": "ES",
        ])
    }

    mutating func updateToken(
        _ request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime
    ) throws(HiPayError) -> SandboxAnswer {
        let form = try HiPayForm(request)
        var card = try card(try form.text("card_token"), of: guest)
        let expiry = try HiPayExpiry(form, at: now)
        if form["cvc"] != nil { _ = try form.digits("cvc", card.brand.cvcLengths) }
        card.holder = try form.holder()
        (card.month, card.year) = (expiry.month, expiry.year)
        cards[card.token] = card
        return SandboxAnswer(card.json)
    }

    /// *own choice*: nothing public says how a card is deleted.
    mutating func deleteToken(_ token: String, _ guest: HiPayGuest) throws(HiPayError) -> SandboxAnswer {
        cards[try card(token, of: guest).token] = nil
        return SandboxAnswer(status: 204, contentType: "application/json", body: [])
    }

    func card(_ token: String, of guest: HiPayGuest) throws(HiPayError) -> HiPayCard {
        guard let card = cards[token.lowercased()], card.account == guest.account else { throw .unknownToken }
        return card
    }
}

extension HiPayForm {
    /// `0` or `1`; absent is 0.
    func flag(_ name: String) throws(HiPayError) -> Bool {
        switch self[name] {
        case nil, "0": return false
        case "1": return true
        default: throw .invalid(name)
        }
    }
}
