import Checkout
import Crypto
import Glibc
import Payments
import Terminal
import Time
import Transports

/// `till moto`, and `till reverse` and `refund` with `--without-reader`: payments, refunds and reversals at the acquirer's
/// cloud or the merchant's gateway.
struct CloudOrderCommand {
    let place: Workplace
    let signals: SignalInbox
    let options: PaymentOptions
    /// Where the card's token stands; `-` for standard input.
    let tokenFile: String?

    /// A refund of a sale that is older moves nothing although it is accepted. Source: gateways.md F, KI-2024-005.
    private static let oldSale = Duration.seconds(90 * 24 * 3600)

    func run() throws(Stop) -> ExitStatus {
        let original = try original()
        let money = try money(original)
        let token = try token(original)
        let order = PaymentOrder(
            options.operation, money: money, customerReference: options.reference, original: original?.reference,
            despiteUnknown: try despiteUnknown())
        warn(of: original)
        let counter = try CloudCounter(
            place: place, signals: signals, currency: money.currency, vouchingFor: permission(of: order),
            isLinked: options.operation.isLinked)
        return counter.run(.order(order), secret: token)
    }

    private func original() throws(Stop) -> HistoryRow? {
        guard let id = options.original else { return nil }
        return try HistoryCommand(place: place).find(id)
    }

    /// A reversal is of all that was authorised.
    private func money(_ original: HistoryRow?) throws(Stop) -> Money {
        guard options.operation.isReversal else { return try AmountChoice.money(options) }
        guard let original, let intent = original.intent else { throw Stop(.usage, "original-missing") }
        return Money(minorUnits: original.result?.authorisedAmount ?? 0, currency: intent.money.currency)
    }

    /// A refund goes back to a sale or to a token, and to one of them alone.
    private func token(_ original: HistoryRow?) throws(Stop) -> Secret? {
        guard options.operation.isMoto, !options.operation.isReversal else { return nil }
        guard options.operation == .motoSale ? options.original == nil : (original == nil) != (tokenFile == nil) else {
            throw Stop(.usage, "token-or-original")
        }
        guard let tokenFile else {
            if original == nil { throw Stop(.usage, "token-missing") }
            return nil
        }
        return try tokenFile == "-" ? standardInput() : place.secretText(inFile: tokenFile)
    }

    private func standardInput() throws(Stop) -> Secret {
        var text = Array((readLine(strippingNewline: true) ?? "").utf8)
        defer { wipe(&text) }
        guard text.count <= Self.longestToken, text.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Stop(.usage, "token-missing")
        }
        do throws(SecretError) { return try Secret(copying: text) } catch { throw Stop(.usage, "token-missing") }
    }

    /// *own choice*: tokens that were seen have 20 characters.
    private static let longestToken = 512

    private func warn(of original: HistoryRow?) {
        guard options.operation == .motoRefund, let original else { return }
        let age = place.time.wallTime().milliseconds - original.at.milliseconds
        if age > Self.oldSale.milliseconds { Teller.note("oldRefund", place) }
    }

    private func permission(of order: PaymentOrder) -> Permission? {
        if order.despiteUnknown != nil { return .despiteUnknown }
        return order.operation == .motoSale ? nil : order.operation.isReversal ? .reversal : .refund
    }

    private func despiteUnknown() throws(Stop) -> TransactionReference? {
        guard let id = options.despiteUnknown else { return nil }
        return try HistoryCommand(place: place).find(id).reference
    }
}
