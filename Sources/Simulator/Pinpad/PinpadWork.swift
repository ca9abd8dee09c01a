import Datecs
import Time

/// A transaction under way at the reader.
struct PinpadWork: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// A card is waited for.
        case card
        /// The host is to say which of the card's applications.
        case application
        case pin
        /// The acquirer is asked.
        case online(HostCall)
        /// All is known, and told at `action`.
        case finishing(PinpadOutcome)
    }

    var facts: PinpadFacts
    var plan: PinpadPlan
    /// No card was asked for, so that none stands on the receipt.
    var isCardless: Bool
    var stage = Stage.card
    /// When the one at the reader does the next thing; nil never.
    var action: Uptime?
    /// When the wait for him is given up.
    var limit: Uptime?
    /// STANs of hung results that were told when this began.
    var announced: [Int] = []
    /// How often RECEIVE DATA still finds the reader busy.
    var busy: Int

    init(_ facts: PinpadFacts, _ plan: PinpadPlan, isCardless: Bool) {
        self.facts = facts
        self.plan = plan
        self.isCardless = isCardless
        busy = plan.busy
    }

    var deadline: Uptime? {
        if case .online(let call) = stage { return call.deadline }
        return [action, limit].compactMap(\.self).min()
    }

    /// What GET CARD READER STATE gives. Source: datecs.md 5.
    var readerState: ReaderState {
        switch stage {
        case .card: .started
        case .application: .selectingApplication
        case .pin: .pinEntry
        case .online, .finishing: .online
        }
    }

    func record(_ outcome: PinpadOutcome) -> LogRecord {
        LogRecord(facts: facts, plan: facts.stan == nil || isCardless ? nil : plan, outcome: outcome)
    }
}
