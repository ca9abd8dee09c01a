import Checkout
import Payments
import Receipts

extension ConsoleModel {
    /// Takes the engine's latest state and goes to the page that it calls for.
    mutating func take(_ new: CheckoutSnapshot) -> [ConsoleEffect] {
        let old = snapshot
        snapshot = new
        var effects = followEnd(old)
        effects += followStart(old)
        effects += followSignature(old)
        effects += followConnection(old)
        effects += followFault(old)
        effects += followVouching()
        effects += followServices(old)
        effects += dropMootQuestion()
        if old.authority.person != new.authority.person { lock.forget() }
        return effects + followLock()
    }

    private mutating func followEnd(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        if let finished = snapshot.finished, snapshot.finishedCount != old.finishedCount { return end(finished) }
        guard old.connection.sale != nil, runningSale == nil, page == .status || page == .signature else { return [] }
        return goHome()
    }

    private mutating func end(_ finished: FinishedPayment) -> [ConsoleEffect] {
        let intent =
            lastIntent?.reference == finished.reference
            ? lastIntent : history.intent(of: finished.reference)
        let facts = PaymentFacts(
            outcome: finished.outcome, result: finished.result, money: intent?.amount, reference: finished.reference)
        if isForElsewhere(finished) {
            notice = .settled(finished.outcome, facts.principal)
            return [.loadHistory(query: history.query.text)]
        }
        submitted = nil
        question = nil
        way = []
        resolve = nil
        lastKey = now
        return [.loadHistory(query: "")]
            + open(ReceiptPage(facts, recovered: finished.recovered, operation: intent?.operation))
    }

    /// Shows a payment's receipt.
    mutating func open(_ page: ReceiptPage) -> [ConsoleEffect] {
        receipt = page
        layOutReceipts()
        return show(.receipt)
    }

    private mutating func followStart(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard let running = runningSale, running.intent.reference != old.connection.sale?.intent.reference
        else { return [] }
        lastIntent = running.intent
        submitted = nil
        question = nil
        notice = nil
        sale.clear()
        status = StatusPage()
        return goHome()
    }

    private mutating func followSignature(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard runningSale?.signature != old.connection.sale?.signature else { return [] }
        signature = SignaturePage()
        layOutReceipts()
        guard isSelling, runningSale?.signature != nil || page == .signature else { return [] }
        return goHome()
    }

    private mutating func followConnection(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        connection.follow(snapshot, after: old)
        if !snapshot.connection.isReady { submitted = nil }
        switch snapshot.connection {
        case .none: return connection.takeTurn().map { [.submit($0)] } ?? []
        case .ready: return connection.takeRemembered().map { [.rememberReader($0)] } ?? []
        case .connecting, .lost, .fetching, .stuck, .selling, .serving: return []
        }
    }

    private mutating func followFault(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard let numbered = snapshot.fault, numbered.number != old.fault?.number else { return [] }
        notice = .fault(numbered.fault)
        let wasTyped = lock.isBusy
        lock.forget()
        guard var order = submitted else { return wasTyped ? [.forgetSecret] : [] }
        submitted = nil
        switch numbered.fault.kind {
        case .unknownPayment(let reference):
            order.despiteUnknown = reference
            question = Question(.chargeDespite(order))
        case .permission(let permission) where !lock.operators.isEmpty:
            notice = nil
            question = Question(.vouch(permission, order))
        default: break
        }
        return []
    }
}

extension CheckoutState.Connection {
    var isReady: Bool {
        if case .ready = self { true } else { false }
    }
}
