import Acquirer
import Payments
import Time

/// Orders. Source: gateways.md A.5, A.11, A.12.
extension HiPaySandbox {
    /// Of all accounts; one more is refused. *own choice*
    static let mostOrders = 16_384

    mutating func order(
        _ request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        let wanted = try HiPayWanted(try signedForm(request, guest))
        let name = HiPayOrderName(account: guest.account, orderID: wanted.orderID)
        guard references[name] == nil else { throw .duplicateOrder }
        guard orders.count < Self.mostOrders else { throw .unavailable }
        let trigger = HiPayTrigger(wanted.money.minorUnits, in: settings.scenario)
        guard trigger != .unknownToken else { throw .unknownToken }
        var order = try begin(wanted, guest, at: now, mind)
        switch wanted.source {
        case .terminal(let lifetime):
            let until = WallTime(milliseconds: now.milliseconds + Int64(lifetime) * 1000)
            order.wait(for: .terminal(until: until), .awaitingTerminal)
        case .card:
            if trigger == .challenge || wanted.asksPayer && order.card.asksPayer {
                order.wait(for: .payer, .authenticationRequested)
            } else if trigger == .undecided {
                order.wait(for: .payment, .authorizedAndPending)
            } else {
                try decide(&order, at: now, &mind)
            }
        }
        references[name] = order.reference
        if !order.card.isMultiUse { cards[order.card.token] = nil }
        remember(order, mind)
        var answer = SandboxAnswer(json(order, mind, host: request.header("Host")))
        answer.isDropped = trigger == .dropped
        if trigger == .late { answer.delay = GatewayFaults.lateness }
        return answer
    }

    /// What can't be read can't have been signed, either.
    private func signedForm(_ request: SandboxRequest, _ guest: HiPayGuest) throws(HiPayError) -> HiPayForm {
        guard guest.signature != nil else { return try HiPayForm(request) }
        guard let form = try? HiPayForm(request) else { throw .badSignature }
        try check(guest, ["orderid", "amount", "currency"].map { form[$0] ?? "" })
        return form
    }

    private mutating func begin(
        _ wanted: HiPayWanted, _ guest: HiPayGuest, at now: WallTime, _ mind: AcquirerMind
    ) throws(HiPayError) -> HiPayOrder {
        let card: HiPayCard
        switch wanted.source {
        case .card(let token): card = try self.card(token, of: guest)
        case .terminal: card = .atTerminal(guest.account)
        }
        return HiPayOrder(
            account: guest.account, reference: nextReference(mind), orderID: wanted.orderID, money: wanted.money,
            isAuthorization: wanted.isAuthorization, product: wanted.product, eci: wanted.eci, card: card,
            texts: wanted.texts, created: now, updated: now, status: .authorizedAndPending)
    }

    /// Twelve digits that neither another order nor the ledger has.
    private mutating func nextReference(_ mind: AcquirerMind) -> String {
        while true {
            let reference = "8" + padded(Int(random.next() % 100_000_000_000), 11)
            if orders[reference] == nil, mind.transaction(rrn: reference) == nil { return reference }
        }
    }

    /// Lets the acquirer decide on the payment.
    mutating func decide(
        _ order: inout HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) {
        let trigger = HiPayTrigger(order.money.minorUnits, in: settings.scenario)
        let refusal = trigger?.reason.map {
            CloudOrder.CardPayment.Refusal(trigger == .error ? .failed : .declined, $0.message)
        }
        let payment = CloudOrder.CardPayment(
            order.money, customerReference: order.orderID, number: order.reference,
            isAuthorization: order.isAuthorization, refusal: refusal)
        guard let done = try? mind.carryOut(.cardPayment(payment), id: nextGUID(), at: now) else { throw .unavailable }
        order.payment = done.entry.id
        order.pending = nil
        order.updated = now
        switch done.entry.finStatus {
        case .authorised, .partialApproval:
            order.authorized = now
            order.status = HiPayAmounts(order, mind).status
        case .declined: (order.status, order.reason) = (.refused, trigger?.reason ?? .noReason)
        case .failed: (order.status, order.reason) = (.blocked, trigger?.reason ?? .technical)
        }
    }

    /// Keeps an order as it is now, and tells of it.
    mutating func remember(_ order: HiPayOrder, _ mind: AcquirerMind) {
        let known = orders[order.reference]
        let isNews = known?.status != order.status || known?.operation != order.operation
        orders[order.reference] = order
        if isNews { notify(of: order, mind) }
    }
}
