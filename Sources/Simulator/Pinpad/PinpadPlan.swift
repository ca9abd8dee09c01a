import Acquirer
import Datecs

/// What becomes of one amount at the reader and on its link; the acquirer's part of each is the acquirer's. Source:
/// datecs.md 17.
struct PinpadPlan: Hashable, Sendable {
    /// How it ends before the acquirer is asked.
    enum Early: Hashable, Sendable {
        case cancelled
        /// No card comes.
        case noCard
        case noConnection
    }

    enum Loss: Hashable, Sendable {
        case afterRequest, afterAnswer
    }

    var early: Early?
    var entryMode = EntryMode.chip
    var entersPIN = true
    var isSigned = false
    var choosesApplication = false
    /// Where the link drops.
    var loss: Loss?
    /// How often the first RECEIVE DATA finds the reader busy.
    var busy = 0
    /// The outcome comes in the same bytes as the reply to START.
    var isGlued = false

    /// A card in the reader and a PIN below.
    static let plain = PinpadPlan()

    init() {}

    init(_ scenario: Scenario, amount: Int64) {
        if amount < Self.contactlessLimit { (entryMode, entersPIN) = (.contactless, false) }
        guard scenario == .default else { return }
        switch amount {
        case 2000: early = .cancelled
        case 3000: (entryMode, entersPIN, isSigned) = (.stripe, false, true)
        case 4000: early = .noCard
        case 4100: early = .noConnection
        case 4200: (entryMode, entersPIN, choosesApplication) = (.chip, true, true)
        case 4300: loss = .afterRequest
        case 4400: loss = .afterAnswer
        case 4500: busy = 2
        // As vector S04 has it.
        case 4600: (early, isGlued) = (.cancelled, true)
        default: break
        }
    }

    /// Minor units. Source: datecs.md 17.
    private static let contactlessLimit: Int64 = 5000
}
