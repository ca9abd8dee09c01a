import Acquirer
import Heft
import Markup
import Payments
import Time

/// How operations begin, end, and are broken off.
extension VirtualHeftReader {
    mutating func start(_ operation: FinanceOperation, _ request: FinanceRequest, at now: Uptime) {
        if settings.quirks.contains(.oldResultNext), let kept {
            return answer(kept, to: operation, recovered: true, at: now)
        }
        guard request.amount > 0 else { return refuse(operation.command, .invalidData, at: now) }
        guard let currency = Currency(numeric: request.currency) else {
            return refuse(operation.command, .unsupportedCurrency, at: now)
        }
        let original = request.transactionID.flatMap { $0.isEmpty ? nil : $0 }
        let isVoid = operation == .saleVoid || operation == .refundVoid
        guard !isVoid || original != nil else { return refuse(operation.command, .invalidData, at: now) }
        // A new transaction discards what was kept. Source: heft.md 3.4.
        kept = nil
        number += 1
        // The amounts that set something off do so in sales and refunds. Source: heft.md 7.1.
        let plan = isVoid ? CardholderPlan() : settings.scenario.plan(for: request.amount)
        let facts = TransactionFacts(
            amount: request.amount, currency: currency, customerReference: request.xml?.field("CustomerReference"),
            id: nextGUID(), reversalID: nextGUID(), number: number, operation: operation, originalID: original,
            tokenises: request.xml?.field("tokenizeCard") == "1", isSigned: plan.isSigned)
        emit(.event("\(facts.typeName.lowercased()) \(number): \(facts.money.decimal) \(currency.alpha)"))
        begin(.payment(facts, plan, challenge: random.bytes(32)), at: now)
    }

    mutating func startRecovery(at now: Uptime) {
        if let kept { return answer(kept, to: .pendingResult, recovered: true, at: now) }
        guard let facts = owed.first else { return send(nothingPending, for: .aside, at: now) }
        emit(.event("reversing \(facts.typeName.lowercased()) \(facts.number)"))
        begin(.recovery(of: facts), at: now)
    }

    mutating func begin(_ operation: Operation, at now: Uptime) {
        state = .working(operation)
        work(.begin, at: now)
    }

    /// Hands an input to the operation that runs, and does what it says.
    mutating func work(_ input: Operation.Input, at now: Uptime) {
        guard case .working(var operation) = state else { return }
        let surroundings = Operation.Surroundings(settings: settings, stamp: clock.stamp(at: now))
        let effects = operation.handle(input, at: now, in: surroundings)
        state = .working(operation)
        for effect in effects {
            switch effect {
            case .send(let packet): send(packet, for: .step, at: now)
            case .told(let line): emit(.event(line))
            case .finish(let ending): finish(operation, ending, at: now)
            case .loseLink(let ending, let saysGoodbye):
                state = .answering(result(of: operation.facts, ending, at: now))
                breakLink("by the scenario", saysGoodbye: saysGoodbye, at: now)
            }
        }
    }

    /// The answer goes out, and what the reader owes is noted.
    private mutating func finish(_ operation: Operation, _ ending: Ending, at now: Uptime) {
        if operation.kind == .update { return finishUpdate(ending, at: now) }
        if operation.kind == .tokenise { return finishTokenising(operation.facts, ending, at: now) }
        settleDebt(of: operation)
        let isPayment = operation.kind == .payment
        let result = result(of: operation.facts, ending, at: now)
        answer(result, to: isPayment ? operation.facts.operation : .pendingResult, recovered: !isPayment, at: now)
    }

    private mutating func answer(
        _ result: KeptResult, to operation: FinanceOperation, recovered: Bool, at now: Uptime
    ) {
        state = .answering(result)
        emit(.event("answer \(operation.answerCommand.text) \(result.status.hex)"))
        send(.financeAnswer(operation, result.status, result.answer(recovered: recovered)), for: .result, at: now)
    }

    private func result(of facts: TransactionFacts, _ ending: Ending, at now: Uptime) -> KeptResult {
        KeptResult(facts, ending, stamp: clock.stamp(at: now), settings: settings)
    }

    /// A sale that may have been charged without standing is reversed later; one that has been reversed is not owed.
    private mutating func settleDebt(of operation: Operation) {
        owed.removeAll { $0 == operation.facts }
        if operation.needsReversal, !settings.quirks.contains(.forgetful) { owed.append(operation.facts) }
    }

    /// The host has acknowledged a whole message.
    mutating func delivered(_ purpose: ReaderLink.Purpose, at now: Uptime) {
        switch (purpose, state) {
        case (.step, .working): work(.acknowledged, at: now)
        case (.result, .answering):
            kept = nil
            state = .idle
        case (.step, .scanning): scanGoesOn(at: now)
        case (.aside, .idle) where restartsAfterAnswer: restart(at: now)
        // The last event of an operation that has ended since, or an answer by the way.
        case (.step, _), (.result, _), (.aside, _): break
        }
    }

    /// The link has gone. What the host could not be told is kept; what the acquirer may have charged is owed.
    mutating func linkLost(at now: Uptime) {
        guard link != nil else { return }
        link = nil
        emit(.event("link closed"))
        switch state {
        case .idle, .scanning: break
        case .answering(let result): keep(result)
        case .working(let operation): abandon(operation, at: now)
        }
        state = .idle
    }

    private mutating func abandon(_ operation: Operation, at now: Uptime) {
        guard operation.kind == .payment || operation.kind == .recovery else { return emit(.event("broken off")) }
        settleDebt(of: operation)
        switch operation.progress {
        case .untouched:
            emit(
                .event("\(operation.facts.typeName.lowercased()) \(operation.facts.number) abandoned, nothing was sent")
            )
        case .sent, .unsigned:
            emit(.event("\(operation.facts.typeName.lowercased()) \(operation.facts.number) was cut off"))
        case .answered(let answer): keep(result(of: operation.facts, Ending(answer), at: now))
        case .undone(let ending): keep(result(of: operation.facts, ending, at: now))
        }
    }

    private mutating func keep(_ result: KeptResult) {
        guard result.hasBody, !settings.quirks.contains(.forgetful) else { return }
        kept = result
        emit(.event("result kept"))
    }

    mutating func nextGUID() -> String { TransactionReference(random: random.bytes(16)).text }

    private var nothingPending: Packet {
        guard settings.quirks.contains(.recoverFailed) else {
            return .financeAnswer(.pendingResult, .noDataAvailable, nil)
        }
        return .financeAnswer(.pendingResult, .success, .bare(.notProcessed, "FAILED"))
    }
}

extension FinanceAnswer {
    /// A result with nothing but its word.
    static func bare(_ result: FinancialResult, _ word: String) -> FinanceAnswer {
        let document = MarkupNode(
            "FinancialTransactionResponse", children: [MarkupNode("FinancialStatus", text: word)])
        return FinanceAnswer(resultByte: result.rawValue, authorisedAmount: 0, xml: XMLText(document))
    }
}
