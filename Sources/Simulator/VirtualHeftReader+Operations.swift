import Acquirer
import Crypto
import Heft
import Markup
import Payments
import Ports
import Time

/// How operations begin, go on and end.
extension VirtualHeftReader {
    mutating func startSale(_ request: FinanceRequest, at now: Uptime) {
        if settings.quirks.contains(.oldResultNext), let kept {
            return answer(kept, to: .sale, recovered: true, at: now)
        }
        guard request.amount > 0 else { return refuse(.sale, .invalidData, at: now) }
        guard let currency = Currency(numeric: request.currency) else {
            return send(.financeAnswer(.sale, .unsupportedCurrency, nil), for: .aside, at: now)
        }
        // A new transaction discards what was kept. Source: heft.md 3.4.
        kept = nil
        number += 1
        let plan = settings.scenario.plan(for: request.amount)
        let sale = SaleFacts(
            amount: request.amount, currency: currency, customerReference: request.xml?.field("CustomerReference"),
            id: nextGUID(), reversalID: nextGUID(), number: number, isSigned: plan.isSigned)
        emit(.event("sale \(number): \(sale.money.decimal) \(currency.alpha)"))
        state = .working(Operation(kind: .sale, sale: sale, steps: .sale(plan)))
        advance(at: now)
    }

    mutating func startRecovery(at now: Uptime) {
        if let kept { return answer(kept, to: .pendingResult, recovered: true, at: now) }
        guard let sale = owed.first else { return send(nothingPending, for: .aside, at: now) }
        emit(.event("reversing sale \(sale.number)"))
        var operation = Operation(kind: .recovery, sale: sale, steps: .hostRound(.reversal) + [.finish(.reversed)])
        operation.progress = .sent
        state = .working(operation)
        advance(at: now)
    }

    private var nothingPending: Packet {
        guard settings.quirks.contains(.recoverFailed) else {
            return .financeAnswer(.pendingResult, .noDataAvailable, nil)
        }
        let word = MarkupNode("FinancialStatus", text: "FAILED")
        let answer = FinanceAnswer(
            resultByte: FinancialResult.notProcessed.rawValue, authorisedAmount: 0,
            xml: XMLText(MarkupNode("FinancialTransactionResponse", children: [word])))
        return .financeAnswer(.pendingResult, .success, answer)
    }

    /// Runs the script until it waits for somebody.
    mutating func advance(at now: Uptime) {
        while case .working(var operation) = state, operation.waiting == .nothing, !operation.steps.isEmpty {
            let step = operation.steps.removeFirst()
            run(step, of: &operation, at: now)
        }
    }

    /// Every step but the last ones leaves the operation working; it is put back by this function alone.
    private mutating func run(_ step: Step, of operation: inout Operation, at now: Uptime) {
        switch step {
        case .event(let status, let cancelAllowed):
            operation.waiting = .acknowledgement(cancelAllowed: cancelAllowed)
            state = .working(operation)
            sendEvent(status, cancelAllowed: cancelAllowed, at: now)
        case .challenge, .connect, .send, .receive, .disconnect, .signature:
            let (packet, wait) = request(for: step, in: &operation, at: now)
            operation.waiting = .answer(packet.message.command.answer, until: now + wait)
            state = .working(operation)
            send(packet, for: .step, at: now)
        case .pause(let wait):
            operation.waiting = .pause(until: now + wait)
            state = .working(operation)
        case .conclude:
            operation.steps = conclusion(of: operation)
            state = .working(operation)
        case .loseLink(let ending, let saysGoodbye):
            state = .answering(result(of: operation.sale, ending, at: now))
            breakLink("by the scenario", saysGoodbye: saysGoodbye, at: now)
        case .finish(let ending): finish(operation, ending, at: now)
        }
    }

    private mutating func sendEvent(_ status: Status, cancelAllowed: Bool, at now: Uptime) {
        let document = MarkupNode(
            "EventInfoResponse",
            children: [
                MarkupNode("StatusMessage", text: status.eventText),
                MarkupNode("CancelAllowed", text: cancelAllowed ? "true" : "false"),
            ])
        emit(.event("event \(hex(status)) \(status.eventText)"))
        send(.event(status, XMLText(document)), for: .step, at: now)
    }

    /// What follows when the acquirer has answered and hung up.
    private func conclusion(of operation: Operation) -> [Step] {
        if case .unsigned = operation.progress { return .signing }
        guard case .answered(let answer) = operation.progress else { return [.finish(.hostFailed(.receivingError))] }
        let ending = Ending(answer)
        if let loss = settings.scenario.plan(for: operation.sale.amount).loss {
            return [.pause(loss.wait), .loseLink(ending, saysGoodbye: loss.saysGoodbye)]
        }
        return [.finish(ending)]
    }

    /// The last step: the answer goes out, and what the reader still owes is noted.
    mutating func finish(_ operation: Operation, _ ending: Ending, at now: Uptime) {
        if case .hostFailed = ending {
            noteDebt(operation)
        } else if operation.kind == .recovery {
            owed.removeAll { $0 == operation.sale }
        }
        let result = result(of: operation.sale, ending, at: now)
        let kind: FinanceOperation = operation.kind == .sale ? .sale : .pendingResult
        answer(result, to: kind, recovered: operation.kind == .recovery, at: now)
    }

    private mutating func answer(
        _ result: KeptResult, to operation: FinanceOperation, recovered: Bool, at now: Uptime
    ) {
        state = .answering(result)
        emit(.event("answer \(operation.answerCommand.text) \(hex(result.status))"))
        send(.financeAnswer(operation, result.status, result.answer(recovered: recovered)), for: .result, at: now)
    }

    func result(of sale: SaleFacts, _ ending: Ending, at now: Uptime) -> KeptResult {
        KeptResult(sale, ending, stamp: clock.stamp(at: now), settings: settings)
    }

    /// A sale that may have been charged without the reader knowing is reversed later.
    mutating func noteDebt(_ operation: Operation) {
        guard operation.needsReversal, !owed.contains(operation.sale) else { return }
        owed.append(operation.sale)
    }

    mutating func nextGUID() -> String { TransactionReference(random: random.bytes(16)).text }

    private func hex(_ status: Status) -> String {
        let digits = String(status.rawValue, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
