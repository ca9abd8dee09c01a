public import Payments

extension Catalogue {
    /// A whole number with its digits grouped as the language has it.
    public func number(_ value: Int) -> String {
        (value < 0 ? "-" : "") + grouped(String(value.magnitude))
    }

    /// An amount as people of this language write it: `€12.50`, `12,50 €` with a no-break space. Currencies without a
    /// sign of their own are named by their letters.
    public func money(_ money: Money) -> String {
        let sign = money.minorUnits < 0 ? "-" : ""
        guard let symbol = Self.symbols[money.currency.alpha] else { return moneyWithCode(money) }
        return language == .en ? sign + symbol + amount(money) : sign + amount(money) + "\u{A0}" + symbol
    }

    /// An amount with the currency's ISO 4217 letters: `EUR 12.50`, `12,50 EUR`, with a no-break space.
    public func moneyWithCode(_ money: Money) -> String {
        let sign = money.minorUnits < 0 ? "-" : ""
        let isPoints = money.currency == .points
        let code = isPoints ? plural("amount.points", Int(clamping: money.minorUnits)) : money.currency.alpha
        return language == .en && !isPoints
            ? sign + code + "\u{A0}" + amount(money) : sign + amount(money) + "\u{A0}" + code
    }

    /// The amount's digits in this language, without sign and currency: `1,234.50`.
    public func amount(_ money: Money) -> String {
        let exponent = money.currency.exponent
        let digits = String(money.minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
        let whole = grouped(String(padded.dropLast(exponent)))
        return exponent == 0 ? whole : whole + language.decimalSeparator + padded.suffix(exponent)
    }

    private func grouped(_ digits: String) -> String {
        guard digits.count >= language.fewestGroupedDigits else { return digits }
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += language.groupSeparator }
            grouped.append(digit)
        }
        return grouped
    }

    /// Only signs that mean one currency at a European till. [own choice]
    private static let symbols = ["EUR": "€", "GBP": "£", "USD": "$"]
}
