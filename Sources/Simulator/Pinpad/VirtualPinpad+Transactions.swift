import Acquirer
import Datecs
import EMV
import Time

/// How transactions begin, and what the one at the reader does.
extension VirtualPinpad {
    mutating func start(_ start: TransactionStart, at now: Uptime) {
        if let refusal = refusal(of: start) { return reply(refusal) }
        guard let kind = start.type.requestKind else { return reply(.badParameter) }
        let facts = PinpadFacts(
            kind: kind, type: start.type, parameters: start.parameters, batch: batch, moment: stamp(at: now))
        say("\(start.type.name?.lowercased() ?? "transaction"): \(facts.amount) minor units")
        // The amounts that set something off do so where a card pays.
        let isPlain = facts.isVoid || facts.kind == .capture || !facts.isBooked
        let plan = isPlain ? PinpadPlan.plain : PinpadPlan(settings.scenario, amount: facts.amount)
        let isInLog =
            facts.isVoid
            && log.holds(
                rrn: facts.parameters.text(.originalRRN), approval: facts.parameters.text(.originalAuthorization))
        reply()
        begin(PinpadWork(facts, plan, isCardless: isInLog || !facts.needsCard), at: now)
        if plan.isGlued { glue() }
    }

    /// Source: datecs.md 17, in the order of its rules.
    private func refusal(of start: TransactionStart) -> Status? {
        let type = start.type
        if !type.isService {
            if currentDemand == .endOfDay { return .endOfDayFirst }
            if refusesSilently { return .notInThisState }
        }
        guard type.requestKind != nil, hasParameters(start) else { return .badParameter }
        guard offers(type) else { return .notPermitted }
        let wantsMoney = !type.isService && type != .loyaltyBalance
        return wantsMoney && start.parameters.amount == 0 ? .badValue : nil
    }

    /// A refund needs no original. *own choice* (datecs.md 6)
    private func hasParameters(_ start: TransactionStart) -> Bool {
        let required = start.type == .refund ? [Tag.amount] : start.type.requiredTags ?? []
        let isComplete = required.allSatisfy { start.parameters.bytes($0)?.isEmpty == false }
        let amounts: [Tag] = [.amount, .cashback, .tip]
        return isComplete
            && amounts.allSatisfy { tag in start.parameters.bytes(tag).map { $0.count == tag.format?.size } ?? true }
    }

    mutating func beginKeys(_ operation: KeyOperation, at now: Uptime) {
        switch operation {
        case .initialise, .update, .decommission: return reply(Status(rawValue: 12))
        case .initialiseRemote, .updateRemote, .decommissionRemote: break
        default: return reply(.badParameter)
        }
        let facts = PinpadFacts(kind: .keys, type: nil, batch: batch, moment: stamp(at: now))
        reply()
        begin(PinpadWork(facts, .plain, isCardless: true), at: now)
    }

    /// First what earlier transactions left behind. Source: datecs.md 12.2.
    private mutating func begin(_ work: PinpadWork, at now: Uptime) {
        var work = work
        for record in unconfirmed.compactMap({ log.record(stan: $0) }) {
            let isTest = work.facts.kind == .echo
            tell(isTest ? .hangReceipt(record.receipt(settings)) : .intermediateComplete(record.completion))
            work.announced += record.facts.stan.map { [$0] } ?? []
        }
        goOn(work, at: now)
    }

    /// Reversals, then the card, then the acquirer.
    mutating func goOn(_ work: PinpadWork, at now: Uptime) {
        if let debt = owed.first { return reverse(debt, before: work, at: now) }
        guard !work.isCardless else { return goOnline(work, at: now) }
        show(.presentCard)
        wait(work, .card, for: settings.cardholder == .absent || work.plan.early == .noCard ? nil : pause, at: now)
    }

    /// - Parameter action: until the one at the reader acts; nil never.
    private mutating func wait(_ work: PinpadWork, _ stage: PinpadWork.Stage, for action: Duration?, at now: Uptime) {
        var work = work
        work.stage = stage
        work.action = action.map { now + $0 }
        work.limit = now + (stage == .card ? Self.cardWait : Self.inputWait)
        state = .working(work)
        // What takes no time happens before anything else can.
        if work.action == now { act(at: now) }
    }

    private var pause: Duration {
        if case .slow(let duration) = settings.cardholder { duration } else { settings.pace.pause }
    }

    mutating func timeUp(at now: Uptime) {
        switch state {
        case .idle: break
        case .result: giveUpEnd()
        case .working(let work):
            if case .online = work.stage { return call(.timeUp, at: now) }
            if let action = work.action, action <= now { return act(at: now) }
            conclude(work, .failed(.timeout), at: now)
        }
    }

    /// The one at the reader does the next thing.
    private mutating func act(at now: Uptime) {
        guard case .working(let work) = state else { return }
        switch work.stage {
        case .card: cardShown(work, at: now)
        case .pin: goOnline(work, at: now)
        case .finishing(let outcome): conclude(work, outcome, at: now)
        case .application, .online: break
        }
    }

    private mutating func cardShown(_ work: PinpadWork, at now: Uptime) {
        if work.plan.early == .cancelled { return conclude(work, .failed(.cancelled), at: now) }
        show(.processing)
        guard work.plan.choosesApplication else { return afterCard(work, at: now) }
        tell(.selectApplication(Record(Self.applications.map { TLV(.applicationName, text: $0) })))
        wait(work, .application, for: nil, at: now)
    }

    private static let applications = ["VISA DEBIT", "VISA CREDIT"]

    mutating func select(_ index: UInt8, at now: Uptime) {
        guard Int(index) < Self.applications.count else { return reply(.badValue) }
        guard case .working(let work) = state else { return reply(.notInThisState) }
        reply()
        afterCard(work, at: now)
    }

    private mutating func afterCard(_ work: PinpadWork, at now: Uptime) {
        guard work.plan.entersPIN else { return goOnline(work, at: now) }
        show(.enterPIN)
        wait(work, .pin, for: settings.cardholder == .withoutPIN ? nil : pause, at: now)
    }
}
