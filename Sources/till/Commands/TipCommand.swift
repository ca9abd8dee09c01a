import Checkout
import Crypto
import Payments
import Terminal

/// `till tip ID AMOUNT`: sets the tip of a sale afterwards, at the acquirer's cloud.
struct TipCommand {
    let place: Workplace
    let signals: SignalInbox
    let id: String
    /// As people write it; 0 takes the tip away.
    let amount: String
    let usesOldService: Bool

    func run() throws(Stop) -> ExitStatus {
        if place.configuration.acquirerLacks.contains(.tip) { throw Stop(.usage, "acquirer-lacks") }
        let row = try HistoryCommand(place: place).find(id)
        guard let intent = row.intent else { throw Stop(.usage, "original-missing") }
        let units = try minorUnits(intent.money.currency)
        let digits = usesOldService ? try place.secretDigits(for: intent.readerSerialNumber) : nil
        let counter = try CloudCounter(
            place: place, signals: signals, currency: intent.money.currency, vouchingFor: nil)
        return counter.run(
            .adjustTip(TipOrder(row.reference, minorUnits: units, usesOldService: usesOldService)), secret: digits)
    }

    private func minorUnits(_ currency: Currency) throws(Stop) -> Int64 {
        do throws(AmountError) {
            return try AmountText.parse(amount, currency: currency).minorUnits
        } catch .zero {
            return 0
        } catch {
            throw Stop(.usage, error.code, ["amount": amount, "currency": currency.alpha])
        }
    }
}
