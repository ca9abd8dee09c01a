import Checkout
import Localization
import Payments
import Receipts
import Screen
import Time

/// A payment that has ended, or that nobody knows the end of.
struct ReceiptPage: Hashable {
    let facts: PaymentFacts
    /// The reader had kept it.
    let recovered: Bool
    /// What was done; nil where that is not known.
    let operation: PaymentIntent.Operation?
    /// What was set as a tip afterwards; nil where none was.
    let tip: Tip?
    /// When it began; nil for one that has just ended.
    let at: WallTime?
    var copy = ReceiptCopy.customer
    var scroll = Scroll()
    /// It has reached the terminal: an Enter that is held down must not put an outcome away that nobody saw.
    var isPainted = false
    private(set) var lines: [ReceiptCopy: [ReceiptLine]] = [:]

    init(
        _ facts: PaymentFacts, recovered: Bool, operation: PaymentIntent.Operation?, at: WallTime? = nil,
        tip: Tip? = nil
    ) {
        self.tip = tip
        self.facts = facts
        self.operation = operation
        self.recovered = recovered
        self.at = at
    }

    /// A payment out of the history: its receipt is a reprint.
    init(_ row: HistoryRow) {
        let facts = PaymentFacts(
            outcome: row.outcome ?? .unknown, result: row.result ?? TransactionResult(finStatus: "UNDEFINED"),
            money: row.intent?.amount, reference: row.reference)
        self.init(
            facts, recovered: row.result?.recoveredTransaction ?? false, operation: row.intent?.operation, at: row.at,
            tip: row.tip)
    }

    mutating func layOut(_ catalogue: Catalogue, training: Bool, wide: Bool) {
        let text = ReceiptText(
            catalogue: catalogue, width: wide ? 48 : 42, isReprint: at != nil, isTraining: training)
        for copy in ReceiptCopy.allCases { lines[copy] = text.lines(of: facts, copy: copy) }
    }

    /// Shows the other copy.
    mutating func turn() {
        copy = copy == .merchant ? .customer : .merchant
        scroll = Scroll()
    }

    /// What was authorised; nil where nothing was.
    var authorised: Money? {
        guard facts.outcome == .approved || facts.outcome == .partlyApproved else { return nil }
        return facts.amount(facts.result.authorisedAmount)
    }

    /// What undoes it whole; nil where nothing does.
    var reversal: PaymentOrder? {
        guard let authorised, let undoing = operation?.undoing else { return nil }
        return PaymentOrder(undoing, money: authorised, original: facts.reference)
    }

    /// What takes the money that it blocked; nil where it blocked none.
    var capture: PaymentOrder? {
        guard let authorised, operation == .preauthorisation else { return nil }
        return PaymentOrder(.capture, money: authorised, original: facts.reference)
    }

    /// What is left to pay of a sale that has just been approved in part; nil where nothing is.
    var rest: Money? {
        guard at == nil, facts.outcome == .partlyApproved, operation?.isSale == true, let asked = facts.requested,
            let authorised, asked.currency == authorised.currency, asked.minorUnits > authorised.minorUnits
        else { return nil }
        return Money(minorUnits: asked.minorUnits - authorised.minorUnits, currency: asked.currency)
    }

    /// How much could be refunded at most; nil where nothing could.
    var refundable: Money? { operation?.isSale == true ? authorised : nil }

    /// What the issuer wants to be called about; nil where it doesn't.
    var referral: Referral? {
        guard facts.outcome == .declined, operation == .sale, facts.result.isReferral, let money = facts.money else {
            return nil
        }
        return Referral(of: facts.reference, money)
    }

    func money(of tip: Tip) -> Money? {
        facts.principal.map { Money(minorUnits: tip.amount, currency: $0.currency) }
    }

    /// The currency in which a tip can be set on it; nil where none can.
    var tipCurrency: Currency? { refundable?.currency }

    /// The longer of the copies that are seen.
    func height(wide: Bool) -> Int {
        wide ? lines.values.map(\.count).max() ?? 0 : lines[copy]?.count ?? 0
    }
}

extension ConsoleModel {
    mutating func performOnReceipt(_ command: ConsoleCommand) -> [ConsoleEffect] {
        guard var page = receipt else { return goHome() }
        switch command {
        case .go: return page.isPainted && isQuiet ? goOn(from: page) : []
        case .back: return goBack()
        case .next, .previous: page.turn()
        case .refund: return beginRefund(page)
        case .tip: return beginTip(page)
        case .refer:
            askReferral()
            return []
        case .capture:
            question = page.capture.map { Question(.charge($0)) }
            return []
        case .reverse:
            question = page.reversal.map { Question(.charge($0)) }
            return []
        default: page.scroll.move(command, lines: page.height(wide: isWide), window: ReceiptView.window(size))
        }
        receipt = page
        return []
    }

    /// What is left to pay is the next amount.
    private mutating func goOn(from page: ReceiptPage) -> [ConsoleEffect] {
        if let rest = page.rest {
            let intent = lastIntent?.reference == page.facts.reference ? lastIntent : nil
            sale = SalePage(rest: rest, reference: intent?.customerReference)
        }
        return goHome()
    }

    /// The Sale page takes the amount; at first it is all of it.
    private mutating func beginRefund(_ page: ReceiptPage) -> [ConsoleEffect] {
        guard let money = page.refundable else { return [] }
        sale = SalePage(refundOf: page.facts.reference, money, isLinked: snapshot.merchant != nil)
        return goHome()
    }

    /// The Sale page takes the tip.
    private mutating func beginTip(_ page: ReceiptPage) -> [ConsoleEffect] {
        guard let currency = page.tipCurrency else { return [] }
        sale = SalePage(tipOn: page.facts.reference, in: currency)
        return goHome()
    }
}

extension PaymentIntent.Operation {
    /// What undoes it whole on a reader; nil where nothing does.
    fileprivate var undoing: PaymentIntent.Operation? {
        switch self {
        case .sale, .saleAndTokenise, .motoSale, .capture: .saleReversal
        case .refund, .motoRefund, .tokenise: .refundReversal
        case .cashAdvance: .advanceReversal
        case .loyaltySpend: .loyaltyReversal
        case .preauthorisation: .release
        case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal, .release, .linkedRefund,
            .referredSale:
            nil
        }
    }
}
