import Acquirer
import Payments
import Text
import Time

/// What is done to an order later. A merchant's own name of an operation is echoed, and keeps nothing from being done
/// twice: nothing public says that it would. Source: gateways.md A.8.
extension HiPaySandbox {
    mutating func maintain(
        _ reference: String, _ request: SandboxRequest, _ guest: HiPayGuest, at now: WallTime,
        _ mind: inout AcquirerMind
    ) throws(HiPayError) -> SandboxAnswer {
        let form = try HiPayForm(request)
        guard var order = orders[reference], order.account == guest.account else { throw .unknownTransaction }
        guard let kind = HiPayOperation.Kind(rawValue: try form.text("operation").lowercased()) else {
            throw .unsupportedOperation
        }
        let amount = try HiPayMaintenance(order, HiPayAmounts(order, mind)).amount(kind, form)
        order.operations += 1
        let operation = HiPayOperation(
            kind: kind, amount: amount, id: Masking.mask(try form.optionalText("operation_id", longest: 64) ?? ""),
            reference: "\(reference)-\(order.operations)", at: now)
        (order.operation, order.updated) = (operation, now)
        let trigger = HiPayTrigger(amount, in: settings.scenario)
        if trigger == .undecided, order.payment != nil {
            order.wait(for: .operation(operation), kind.requested)
        } else {
            carryOut(operation, on: &order, at: now, &mind)
        }
        remember(order, mind)
        var answer = SandboxAnswer(maintenanceJSON(order, mind))
        answer.isDropped = trigger == .dropped
        if trigger == .late { answer.delay = GatewayFaults.lateness }
        return answer
    }

    /// What the acquirer refuses leaves the order as it was: only the answer says so.
    mutating func carryOut(
        _ operation: HiPayOperation, on order: inout HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) {
        order.pending = nil
        order.updated = now
        let isDone: Bool
        switch operation.kind {
        case .capture: isDone = capture(operation, &order, at: now, &mind)
        case .refund: isDone = refund(operation, &order, at: now, &mind)
        case .cancel: isDone = cancel(order, at: now, &mind)
        }
        order.operation?.isRefused = !isDone
        order.status = isDone && operation.kind == .cancel ? .cancelled : HiPayAmounts(order, mind).status
    }

    private mutating func capture(
        _ operation: HiPayOperation, _ order: inout HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) -> Bool {
        let isRefused = HiPayTrigger(operation.amount, in: settings.scenario)?.reason != nil
        guard let payment = order.payment, !isRefused else { return false }
        let part = Money(minorUnits: operation.amount, currency: order.money.currency)
        let done = try? mind.carryOut(.capture(of: payment, part: part), id: nextGUID(), at: now)
        order.captures += done.map { [$0.entry.id] } ?? []
        return done != nil
    }

    /// Of what was taken first, first: the ledger has a line for each part of it.
    private mutating func refund(
        _ operation: HiPayOperation, _ order: inout HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) -> Bool {
        let reason = HiPayTrigger(operation.amount, in: settings.scenario)?.reason
        var rest = operation.amount
        for source in order.isAuthorization ? order.captures : order.payment.map({ [$0] }) ?? [] where rest > 0 {
            let part = min(rest, mind.transaction(source)?.left ?? 0)
            guard part > 0 else { continue }
            let refund = CloudOrder.Refund(
                Money(minorUnits: part, currency: order.money.currency), refusal: reason?.message)
            guard let done = try? mind.carryOut(.refund(of: source, refund), id: nextGUID(), at: now) else { break }
            order.refunds.append(done.entry.id)
            rest -= part
        }
        return rest == 0 && reason == nil
    }

    /// Nothing was blocked where the payer has not been asked.
    private mutating func cancel(_ order: HiPayOrder, at now: WallTime, _ mind: inout AcquirerMind) -> Bool {
        guard let payment = order.payment else { return true }
        return (try? mind.carryOut(.release(of: payment), id: nextGUID(), at: now)) != nil
    }
}

extension HiPayOperation.Kind {
    fileprivate var requested: HiPayStatus {
        switch self {
        case .capture: .captureRequested
        case .refund: .refundRequested
        case .cancel: .cancellationRequested
        }
    }
}
