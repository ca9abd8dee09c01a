import Acquirer
import Payments
import Time

/// What became of an order. Source: gateways.md A.6, A.12.
extension HiPaySandbox {
    mutating func transaction(
        _ reference: String, _ request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime,
        _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        guard let order = orders[reference], order.account == guest.account else { throw .unknownTransaction }
        try check(guest, Self.signed(order))
        let json = json(try read(order, at: now, &mind), mind, host: request.header("Host"))
        return SandboxAnswer(["transaction": json])
    }

    /// An order that is unknown has no transaction. Whoever signs is told so, too: what is over an unknown order can't
    /// be compared, and nothing is given away. *own choice*
    mutating func transaction(
        of request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        guard let orderID = request.query["orderid"], !orderID.isEmpty else { throw .missing("orderid") }
        let name = HiPayOrderName(account: guest.account, orderID: orderID)
        guard let order = references[name].flatMap({ orders[$0] }) else { return SandboxAnswer([:]) }
        try check(guest, Self.signed(order))
        let json = json(try read(order, at: now, &mind), mind, host: request.header("Host"))
        return SandboxAnswer(["transaction": isLoose(order) ? ["0": json] : json])
    }

    private static func signed(_ order: HiPayOrder) -> [String] {
        [order.orderID, order.money.decimal, order.money.currency.alpha]
    }

    func isLoose(_ order: HiPayOrder) -> Bool {
        HiPayTrigger(order.money.minorUnits, in: settings.scenario) == .loose
    }

    /// Reading brings on what is undecided.
    private mutating func read(
        _ order: HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HiPayError) -> HiPayOrder {
        guard let pending = order.pending, pending != .payer else { return order }
        var order = order
        order.readsLeft -= 1
        if case .terminal(let until) = pending, now >= until {
            (order.pending, order.status, order.updated) = (nil, .expired, now)
        } else if order.readsLeft <= 0 {
            switch pending {
            case .payment, .terminal: try decide(&order, at: now, &mind)
            case .operation(let operation): carryOut(operation, on: &order, at: now, &mind)
            case .payer: break
            }
            if case .terminal = pending, order.payment != nil { order.product = "mastercard" }
        }
        remember(order, mind)
        return order
    }
}
