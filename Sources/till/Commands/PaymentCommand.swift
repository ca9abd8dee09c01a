import Checkout
import Engine
import Glibc
import Payments
import Ports
import Terminal
import Transports

/// `till sale`, `refund`, `reverse`, `reverse-refund`, `tokenize`, `preauth`, `capture`, `release` and `advance`: connect,
/// fetch what the reader still holds, pay, wait for the end.
struct PaymentCommand {
    let place: Workplace
    let options: PaymentOptions
    let signals: SignalInbox

    /// - Returns: the outcome's status.
    func run() throws(Stop) -> ExitStatus {
        let original = try original()
        let money = if let original { try amount(of: original) } else { try amount() }
        let credentials = try merchantAuth()
        try checkOffer()
        let reader = try place.reader()
        let gate = try Gate(place: place, signals: signals, training: reader.address.isTraining)
        let loop = CommandLoop(signals: signals)
        let merchant = try place.merchantAccess(.onDemand, training: reader.address.isTraining)
        if merchant?.isUpdateDue(at: place.time.wallTime()) == true { Teller.note("updateDue", place) }
        let engine = try Self.engine(place, reader.address, loop, merchant: merchant)
        var order = PaymentOrder(
            operation(of: original), money: money, customerReference: options.reference,
            original: original?.reference, tip: try share(options.tip), cashback: try share(options.cashback),
            budgetMonths: options.budgetMonths,
            despiteUnknown: try despiteUnknown(), merchantAuth: credentials)
        order.buyer = options.buyer.isEmpty ? nil : options.buyer
        engine.start()
        try gate.enter(engine, loop, vouchingFor: permission(of: order))
        engine.submit(.connect(uri: reader.uri, address: reader.address))
        var conversation = PaymentConversation(
            engine: engine, loop: loop, order: order, policy: options.signature, partial: options.partial,
            referralCode: options.referralCode, teller: Teller(place: place, currency: money.currency))
        let status = conversation.run()
        engine.stop()
        return status
    }

    /// An engine on the journal that the reader's payments belong to.
    static func engine(
        _ place: Workplace, _ address: ReaderAddress, _ loop: CommandLoop, cloud: CloudAccess? = nil,
        merchant: MerchantAccess? = nil
    ) throws(Stop) -> TillEngine {
        let secret = try place.secretSource(for: address)
        let links = try place.links()
        let checksPINs = try place.hasOperators()
        let journal = try place.journal(training: address.isTraining)
        let ports = try place.ports(links, journal)
        do throws(JournalFault) {
            return try TillEngine(
                ports: ports,
                settings: place.settings(
                    secret, training: address.isTraining, checksPINs: checksPINs, cloud: cloud, merchant: merchant)
            ) { [log = place.log, isTraining = address.isTraining] event in
                log?.note(event, training: isTraining)
                loop.post(event)
            }
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// The payment that is to be undone or refunded.
    private func original() throws(Stop) -> HistoryRow? {
        guard let id = options.original else { return nil }
        return try HistoryCommand(place: place).find(id)
    }

    /// A reversal undoes an advance and points as well as a sale; the reader has a word for each.
    private func operation(of original: HistoryRow?) -> PaymentIntent.Operation {
        guard options.operation == .saleReversal else { return options.operation }
        return switch original?.intent?.operation {
        case .cashAdvance: .advanceReversal
        case .loyaltySpend: .loyaltyReversal
        default: .saleReversal
        }
    }

    /// A tip, or cash: in the currency of the amount.
    private func share(_ amount: String?) throws(Stop) -> Int64? {
        guard let amount else { return nil }
        var options = options
        (options.amount, options.minor) = (amount, nil)
        return try AmountChoice.money(options).minorUnits
    }

    /// What the acquirer lacks is refused here, and not by the reader in front of the customer. (row H24)
    private func checkOffer() throws(Stop) {
        let wanted = [options.operation.offer, options.budgetMonths == nil ? nil : .budgetPeriod].compactMap(\.self)
        guard wanted.allSatisfy({ !place.configuration.acquirerLacks.contains($0) }) else {
            throw Stop(.usage, "acquirer-lacks")
        }
    }

    /// Keeping a card charges nothing.
    private func amount() throws(Stop) -> Money {
        options.operation.movesMoney ? try AmountChoice.money(options) : .nothing
    }

    /// For which of the merchant's contracts: what the command line says, else the configuration.
    private func merchantAuth() throws(Stop) -> [MerchantCredential] {
        guard !options.merchantAuth.isEmpty else {
            return options.operation.takesMerchantAuth ? place.configuration.merchantAuth : []
        }
        var credentials: [MerchantCredential] = []
        for text in options.merchantAuth {
            guard let credential = MerchantCredential(text) else {
                throw Stop(.usage, "merchant-auth-form", ["value": text])
            }
            credentials.append(credential)
        }
        return credentials
    }

    /// A reversal is of all that was authorised; a refund says how much.
    private func amount(of row: HistoryRow) throws(Stop) -> Money {
        guard options.operation.isOfAllOfIt else { return try AmountChoice.money(options) }
        guard let intent = row.intent else { throw Stop(.usage, "original-missing") }
        return Money(minorUnits: row.result?.authorisedAmount ?? 0, currency: intent.money.currency)
    }

    /// What a supervisor vouches for where one is named: the rarer of what it takes.
    private func permission(of order: PaymentOrder) -> Permission? {
        if order.despiteUnknown != nil { return .despiteUnknown }
        switch order.operation {
        case .sale, .saleAndTokenise, .tokenise, .motoSale, .cashAdvance, .loyaltySpend, .preauthorisation,
            .capture, .referredSale:
            return nil
        case .refund, .motoRefund, .linkedRefund: return .refund
        case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal, .release:
            return .reversal
        }
    }

    private func despiteUnknown() throws(Stop) -> TransactionReference? {
        guard let id = options.despiteUnknown else { return nil }
        return try HistoryCommand(place: place).find(id).reference
    }
}
