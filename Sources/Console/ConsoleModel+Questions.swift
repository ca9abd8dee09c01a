import Checkout
import Payments
import Screen
import Time

extension ConsoleModel {
    /// Takes a key while a question stands.
    mutating func answer(_ key: Key) -> [ConsoleEffect] {
        guard let question else { return [] }
        if case .referral(let referral) = question.subject, let effects = typeReferral(key, referral) { return effects }
        switch key {
        case .enter:
            guard isDeliberate(question) else { return [] }
            if case .vouch(let permission, _) = question.subject { return vouch(for: permission) }
            self.question = nil
            return confirm(question.subject)
        case .escape, .character("n"), .control("c"): return drop(question)
        case .control("z"): return perform(.suspend)
        default:
            if case .operation(let selected) = question.subject { move(from: selected, key) }
            if case .vouch = question.subject { return chooseVoucher(key) }
        }
        return []
    }

    /// The question had been painted, and Enter had been left alone for a while: key repeat can't confirm.
    private func isDeliberate(_ question: Question) -> Bool {
        question.isPainted && isQuiet
    }

    /// No Enter came for longer than a held key takes to repeat.
    var isQuiet: Bool { lastEnter.map { now - $0 >= Question.quiet } ?? true }

    private mutating func confirm(_ subject: Question.Subject) -> [ConsoleEffect] {
        switch subject {
        case .charge(let order) where order.operation.isLinked:
            notice = .refundSent
            return submit(.order(order))
        case .charge(let order), .chargeDespite(let order): return submit(.pay(order))
        case .signature(let id, let verdict): return answerSignature(id, verdict)
        case .service(let service): return submit(.serve(service))
        case .tip(let order, _):
            sale.clear()
            notice = .tipSent
            return submit(.adjustTip(order))
        case .operation(let operation):
            return choose(operation)
        case .resolve(let reference, let decision): return submit(.lookUp(reference, decision))
        case .referral(let referral):
            guard let order = referral.order else { return [] }
            notice = .referralSent
            return submit(.order(order))
        case .quit: return [.quit(status: 0)]
        case .forgetAccount: return ask(for: .forgetAccount)
        case .unpair(let address, _): return ask(for: .unpair(address))
        case .vouch, .look: return []
        }
    }

    /// Asks the engine for something that may turn out to take somebody else's PIN, or another decision.
    mutating func submit(_ intent: Intent) -> [ConsoleEffect] {
        submitted = intent
        return [.submit(intent)]
    }

    private mutating func choose(_ operation: Operation) -> [ConsoleEffect] {
        guard let chosen = operation.onSalePage else {
            notice = .refused(.reversalFromHistory)
            return []
        }
        guard !acquirerLacks(operation) else {
            notice = .refused(.notOffered)
            return []
        }
        sale.begin(chosen)
        sale.original = nil
        sale.tipOn = nil
        sale.tipFor = nil
        return []
    }

    func acquirerLacks(_ operation: Operation) -> Bool {
        operation.onSalePage?.offer.map { settings.acquirerLacks.contains($0) } ?? false
    }

    private mutating func move(from selected: Operation, _ key: Key) {
        let all = Operation.offered(by: readerProtocol)
        let index = all.firstIndex(of: selected) ?? 0
        switch key {
        case .up, .character("k"), .backTab: question?.subject = .operation(selected: all[max(0, index - 1)])
        case .down, .character("j"), .tab, .function(7):
            question?.subject = .operation(selected: all[min(all.count - 1, index + 1)])
        default: break
        }
    }

    /// Puts a question away that the state of things has answered.
    mutating func dropMootQuestion() -> [ConsoleEffect] {
        let isMoot =
            switch question?.subject {
            case .charge?, .chargeDespite?, .service?: !snapshot.connection.isReady
            case .vouch(_, let intent)?: intent.needsReader && !snapshot.connection.isReady
            case .signature(let id, _)?: runningSale?.signature?.id != id
            case .operation?, .quit?, .unpair?, .forgetAccount?, .referral?: isSelling
            case .resolve?: !isUndecided
            case .tip?, .look?, nil: false
            }
        guard isMoot, let question else { return [] }
        return drop(question)
    }
}

// MARK: Vouching

extension ConsoleModel {
    /// Nobody vouches, and what was typed is gone; nobody looks, and the till ends.
    private mutating func drop(_ question: Question) -> [ConsoleEffect] {
        self.question = nil
        if question.subject == .look { return [.quit(status: Self.takenStatus)] }
        guard case .vouch = question.subject else { return [] }
        lock.forget()
        return [.forgetSecret]
    }

    private mutating func chooseVoucher(_ key: Key) -> [ConsoleEffect] {
        switch key {
        case .up, .backTab: lock.selection.move(.up, in: lock.operators, window: 1)
        case .down, .tab: lock.selection.move(.down, in: lock.operators, window: 1)
        case .paste: notice = .refused(.pasteRefused)
        default: return []
        }
        lock.forget()
        return [.forgetSecret]
    }

    private mutating func vouch(for permission: Permission) -> [ConsoleEffect] {
        guard !lock.isBusy, lock.typed > 0, let name = lock.chosen else { return [] }
        notice = nil
        lock.isBusy = true
        return [.submitWithPIN(.authorise(permission, by: name))]
    }

    /// Somebody has vouched: what waited for that is asked for again.
    mutating func followVouching() -> [ConsoleEffect] {
        guard case .vouch(let permission, let intent)? = question?.subject,
            snapshot.authority.vouchedFor == permission
        else { return [] }
        question = nil
        lock.forget()
        return submit(intent)
    }
}

extension Intent {
    /// It is done on the reader, which is about to be busy with it.
    var needsReader: Bool {
        switch self {
        case .pay, .serve: true
        default: false
        }
    }
}
