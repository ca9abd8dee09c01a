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
        effects += followPermission(old)
        followDecision()
        effects += followServices(old)
        effects += followUpdates()
        effects += followTip(old)
        followCurrency(old)
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
        let ordered: PaymentOrder? = if case .order(let order)? = submitted { order } else { nil }
        let facts = PaymentFacts(
            outcome: finished.outcome, result: finished.result, money: intent?.amount ?? ordered?.money,
            reference: finished.reference)
        if isForElsewhere(finished), ordered == nil {
            notice = .settled(finished.outcome, facts.principal)
            return [.loadHistory(query: history.query.text)]
        }
        if ordered != nil {
            sale.clear()
            notice = nil
        }
        submitted = nil
        question = nil
        way = []
        resolve = nil
        lastKey = now
        let page = ReceiptPage(
            facts, recovered: finished.recovered, operation: intent?.operation ?? ordered?.operation)
        let effects = open(page)
        askReferral()
        return [.loadHistory(query: "")] + effects
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

    /// What is sold here is in the account's currency, else in the only one that the reader takes. What somebody has typed
    /// is left alone.
    private mutating func followCurrency(_ old: CheckoutSnapshot) {
        guard let currency = snapshot.onlyCurrency, currency != old.onlyCurrency, !sale.isTyped else { return }
        _ = sale.change(to: currency)
    }

    private mutating func followSignature(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard runningSale?.signature != old.connection.sale?.signature else { return [] }
        // The same request may get more time: what is drawn stays.
        let isSame = runningSale?.signature?.id == old.connection.sale?.signature?.id
        let pad = isSame ? signature.pad : SignaturePad()
        signature = SignaturePage(pad: pad)
        layOutReceipts()
        guard isSelling, runningSale?.signature != nil || page == .signature else { return [] }
        return goHome()
    }

    private mutating func followConnection(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        connection.follow(snapshot, after: old)
        if submitted?.needsReader == true, !snapshot.connection.isReady { submitted = nil }
        switch snapshot.connection {
        case .none: return connection.takeTurn().map { [.submit($0)] } ?? []
        case .ready(let reader): return connection.takeRemembered(reader.details).map { [.rememberReader($0)] } ?? []
        case .connecting, .lost, .fetching, .stuck, .selling, .serving: return []
        }
    }

    private mutating func followFault(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard let numbered = snapshot.fault, numbered.number != old.fault?.number else { return [] }
        notice = .fault(numbered.fault)
        let wasTyped = lock.isBusy
        lock.forget()
        guard let intent = submitted else { return wasTyped ? [.forgetSecret] : [] }
        submitted = nil
        switch (numbered.fault.kind, intent) {
        case (.unknownPayment(let reference), .pay(var order)):
            order.despiteUnknown = reference
            question = Question(.chargeDespite(order))
        case (.permission(let permission), _) where !lock.operators.isEmpty:
            notice = nil
            question = Question(.vouch(permission, intent))
        default: break
        }
        return []
    }

    /// What was decided about an unknown payment has been taken, or there is nothing left to decide.
    private mutating func followDecision() {
        // A refund without an answer is looked up: it stands among the unknown ones.
        // What was typed must not stand there as if it had still to be done.
        if case .order? = submitted, snapshot.inquiries.values.contains(where: { $0.trouble != nil }) {
            submitted = nil
            sale.clear()
        }
        guard case .lookUp(let reference, let decision)? = submitted else { return }
        let inquiry = snapshot.inquiries[reference]
        if inquiry == nil || inquiry?.decision == decision { submitted = nil }
    }

    /// What became of a tip, wherever the cashier is by now.
    private mutating func followTip(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        guard let tip = snapshot.tipped, tip.number != old.tipped?.number else { return [] }
        notice = .tip(tip)
        if case .adjustTip? = submitted { submitted = nil }
        return [.loadHistory(query: history.query.text)]
    }
}

extension CheckoutState.Connection {
    var isReady: Bool {
        if case .ready = self { true } else { false }
    }
}

extension CheckoutSnapshot {
    /// Nil where nothing says which.
    fileprivate var onlyCurrency: Currency? {
        merchant?.currency ?? connection.reader?.details.currency.flatMap { Currency(alpha: $0) }
    }
}
