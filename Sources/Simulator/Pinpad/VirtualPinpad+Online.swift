import Acquirer
import Datecs
import Time

/// What the acquirer is asked, and how the host's answers get there.
extension VirtualPinpad {
    mutating func goOnline(_ work: PinpadWork, at now: Uptime) {
        var work = work
        (work.action, work.limit) = (nil, nil)
        if takesNumber(work.facts) {
            work.facts.stan = nextSTAN
            nextSTAN = nextSTAN % Self.largestSTAN + 1
        }
        if !work.isCardless { show(.onlineAuthorization) }
        if work.plan.early == .noConnection { return conclude(work, .failed(.notConnected), at: now) }
        var request = work.facts.request(settings: settings)
        if work.facts.kind == .batch { (request.batch, request.totals) = (batch, log.totals) }
        ask(request, reversing: nil, work, at: now)
    }

    /// Source: ISO 8583, field 11.
    private static let largestSTAN = 999_999

    private func takesNumber(_ facts: PinpadFacts) -> Bool {
        facts.isBooked || (facts.kind == .echo && settings.quirks.contains(.logsTests))
    }

    mutating func reverse(_ debt: PinpadFacts, before work: PinpadWork, at now: Uptime) {
        say("reversing \(debt.stan ?? 0)")
        ask(debt.request(.reversal, settings: settings), reversing: debt, work, at: now)
    }

    private mutating func ask(
        _ request: TerminalRequest, reversing debt: PinpadFacts?, _ work: PinpadWork, at now: Uptime
    ) {
        let host =
            switch request.kind {
            case .keys: hosts.keyLoad
            case .parameters: hosts.management
            default: hosts.authorization
            }
        let line = HostCall.Line(
            open: hosts.open(host, settings), isOwnNetwork: settings.quirks.contains(.ownNetwork),
            isTruncated: settings.quirks.contains(.truncatedRequest) && debt == nil && work.facts.isBooked,
            isSplit: settings.quirks.contains(.splitRequest))
        var work = work
        work.stage = .online(HostCall(request, reversing: debt, over: line))
        state = .working(work)
        call(.begin, at: now)
    }

    /// Hands an input to the call that runs, and does what it says.
    mutating func call(_ input: HostCall.Input, at now: Uptime) {
        guard case .working(var work) = state, case .online(var call) = work.stage else { return }
        let effects = call.handle(input, at: now)
        work.stage = .online(call)
        state = .working(work)
        for effect in effects {
            switch effect {
            case .tell(let event): tell(event)
            case .call(let bytes): dial(bytes)
            case .sent: if work.loses(.afterRequest, in: call) { return breakLink("by the scenario", at: now) }
            case .answered(let answer):
                took(answer, for: work, in: call)
                if work.loses(.afterAnswer, in: call) { return breakLink("by the scenario", at: now) }
            case .over: over(call, work, at: now)
            }
        }
    }

    /// What holds as soon as the acquirer has said so.
    private mutating func took(_ answer: TerminalAnswer, for work: PinpadWork, in call: HostCall) {
        say("acquirer said \(answer.code)")
        if let debt = call.reversing {
            if answer.isApproved { owed.removeAll { $0.stan == debt.stan } }
            return
        }
        guard PinpadOutcome.answered(answer).isApproved else { return }
        if work.facts.kind == .batch {
            log.wipe()
            unconfirmed = []
            batch += 1
            refusesSilently = false
            if demand == .endOfDay { demand = .none }
        }
        if work.facts.kind == .parameters, demand == .update { demand = .none }
    }

    private mutating func over(_ call: HostCall, _ work: PinpadWork, at now: Uptime) {
        if call.reversing != nil {
            let isUndone = call.answer?.isApproved == true
            return isUndone ? goOn(work, at: now) : conclude(work, .failed(.notConnected), at: now)
        }
        let outcome = call.answer.map(PinpadOutcome.answered) ?? .failed(call.failure ?? .notConnected)
        if call.answer == nil, call.hasSent { owe(work.facts) }
        guard settings.quirks.contains(.lateComplete) else { return conclude(work, outcome, at: now) }
        var work = work
        work.stage = .finishing(outcome)
        work.action = now + Self.lateness
        state = .working(work)
    }

    /// Longer than the ten seconds after which a host asks for the state. Source: datecs.md 17.
    private static let lateness = Duration.seconds(12)

    /// It may have been booked, and must not stand.
    mutating func owe(_ facts: PinpadFacts) {
        if facts.isBooked { owed.append(facts) }
    }

    mutating func take(_ confirmation: EventConfirmation, at now: Uptime) {
        guard case .working(let work) = state, case .online(let call) = work.stage,
            call.waiting == .confirmation(confirmation.kind)
        else { return reply(.notInThisState) }
        reply()
        self.call(.confirmed(confirmation), at: now)
    }

    mutating func takeData(_ bytes: [UInt8], at now: Uptime) {
        guard case .working(var work) = state, case .online(let call) = work.stage, call.isOpen else {
            return reply(.notInThisState)
        }
        guard bytes.count <= Int(settings.mtu) else { return reply(.badLength) }
        guard work.busy == 0 || call.reversing != nil else {
            work.busy -= 1
            state = .working(work)
            return reply(.busy)
        }
        reply()
        self.call(.received(bytes), at: now)
    }
}

extension PinpadWork {
    fileprivate func loses(_ loss: PinpadPlan.Loss, in call: HostCall) -> Bool {
        plan.loss == loss && call.reversing == nil
    }
}
