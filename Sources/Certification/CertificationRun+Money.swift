import Acquirer
import Checkout
import Engine
import Heft
import Payments
import Simulator

/// What has to do with money and its records.
extension CertificationRun {
    private struct Case {
        var finStatus: String
        var outcome: Outcome
        var scenario: Scenario
        var amount: Int64
        var refusesHosts = false
    }

    /// One payment for each financial status. Source of the amounts: heft.md 7.1, 7.3.
    private static let cases = [
        Case(finStatus: "AUTHORISED", outcome: .approved, scenario: .default, amount: 1050),
        Case(finStatus: "DECLINED", outcome: .declined, scenario: .default, amount: 1000),
        Case(finStatus: "CANCELLED", outcome: .cancelled, scenario: .default, amount: 2000),
        Case(finStatus: "FAILED", outcome: .failed, scenario: .default, amount: 1050, refusesHosts: true),
        Case(finStatus: "PARTIAL_APPROVAL", outcome: .partlyApproved, scenario: .demoMerchant, amount: 3757),
        Case(finStatus: "UNDEFINED", outcome: .unknown, scenario: .sdk, amount: Amount.lostAfterApproval),
    ]

    private func run(_ one: Case) throws -> CertificationWorld {
        let world = try world(one.scenario, refusesHosts: one.refusesHosts)
        world.connect()
        world.sell(one.amount, currency)
        world.wait(.seconds(10))
        return world
    }

    func everyFinStatus() throws -> Finding {
        var (evidence, isRight): ([String], Bool) = ([], true)
        for one in Self.cases {
            let world = try run(one)
            let result = world.course.results.first
            isRight = isRight && result?.result.finStatus == one.finStatus && result?.outcome == one.outcome
            evidence += world.course.lines(where: isResult)
        }
        return (isRight, evidence)
    }

    func storedGUIDs() throws -> Finding {
        let world = try world()
        world.connect()
        for amount in [1050, 2500, 7] as [Int64] { world.sell(amount, currency) }
        let approved = world.journal.rows.filter { $0.outcome == .approved }
        let evidence = approved.map { row in
            "payment \(row.journalID) \(row.reference.text): GUID \(row.result?.eftTransactionID ?? "none")"
        }
        let hasAll = approved.allSatisfy { $0.result?.eftTransactionID?.isEmpty == false }
        return (hasAll && approved.count == 3, evidence)
    }

    func storedReferences() throws -> Finding {
        let world = try world()
        world.connect()
        world.sell(1050, currency)
        if let sale = world.journal.rows.first, let money = sale.intent?.money {
            world.submit(.pay(PaymentOrder(.refund, money: money, original: sale.reference)))
        }
        world.sell(2500, currency)
        var (isRight, calls, isStored) = (true, 0, false)
        for happening in world.course.all {
            if happening.isIntent { isStored = true }
            guard happening.isMoneyCommand else { continue }
            isRight = isRight && isStored
            (calls, isStored) = (calls + 1, false)
        }
        return (isRight && calls == 3, world.course.lines { $0.isIntent || $0.isMoneyCommand })
    }

    func undefinedReversed() throws -> Finding {
        let world = try world(.sdk, [.forgetful])
        world.connect()
        world.sell(Amount.lostAfterApproval, currency)
        world.wait(.seconds(900))
        let evidence = world.course.lines { happening in
            if case .row = happening { return true }
            return happening.isTold { if case .settled = $0 { true } else { isEnd($0) } }
        }
        let ledger = world.desk.ledger.map { "acquirer: \($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" }
        let isReversed = world.desk.ledger.map(\.kind) == [.sale, .reversal]
        return (isReversed && world.journal.rows.allSatisfy { !$0.isUnresolved }, evidence + ledger)
    }

    /// The engine alone: nobody watches it, and nobody answers.
    func background() throws -> Finding {
        let world = try world(pace: .human)
        world.connect()
        world.sell(1050, currency)
        let hadEnded = !world.course.results.isEmpty
        world.wait(.seconds(60))
        let isOver = world.course.results.map(\.outcome) == [.approved]
        return (isOver && !hadEnded, world.course.lines { if case .row = $0 { true } else { isResult($0) } })
    }

    func logLines() throws -> Finding {
        var (evidence, isRight): ([String], Bool) = ([], true)
        for one in Self.cases {
            for case .told(let event) in try run(one).course.all where isEnd(event.event) {
                guard case .result(_, _, let result, _) = event.event, var line = event.canonicalLine
                else { return (false, evidence) }
                if flaw == .logsLess { line = line.replacing("finStatus=", with: "") }
                isRight = isRight && has(line, result)
                evidence.append(String(line.prefix(200)))
            }
        }
        return (isRight && evidence.count == Self.cases.count, evidence)
    }

    /// It is one line, and names every field that is not empty but the token.
    private func has(_ line: String, _ result: TransactionResult) -> Bool {
        let fields = result.json.members.filter { $0.value != .string("") && $0.name != "cardToken" }
        return !line.contains(where: \.isNewline) && fields.allSatisfy { line.contains(" \($0.name)=") }
    }

    private func isResult(_ happening: Course.Happening) -> Bool { happening.isTold(isEnd) }

    private func isEnd(_ event: TillEvent) -> Bool { if case .result = event { true } else { false } }
}
