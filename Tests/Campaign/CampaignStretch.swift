import Acquirer
import Checkout
import Doubles
import Engine
import Payments
import Sandbox
import Simulator
import Time

/// Some payments on one reader, with whatever goes wrong, and the audit at their end. Everything follows from the seed.
struct CampaignStretch {
    let world: CampaignWorld
    private let wireProtocol: ReaderAddress.WireProtocol
    private let currency: Currency
    var random: SeededGenerator
    private var report = CampaignReport()

    init(
        seed: UInt64, on wireProtocol: ReaderAddress.WireProtocol = .heft, planted: PlantedBug? = nil
    ) throws {
        self.wireProtocol = wireProtocol
        random = SeededGenerator(seed: seed)
        guard let pounds = Currency(alpha: "GBP") else { throw CampaignError.noCurrency }
        currency = pounds
        world = try CampaignWorld(CampaignConditions(&random, on: wireProtocol), planted: planted)
    }

    mutating func run(_ count: Int) throws -> CampaignReport {
        try world.start()
        world.connect()
        try world.settle()
        for _ in 0..<count { try pay() }
        try heal()
        let audit = CampaignAudit(world.desk.ledger, world.rows)
        if !audit.findings.isEmpty {
            report.story = world.journal.entries.map(\.story) + world.desk.ledger.map(\.json.text)
        }
        report.findings += audit.findings
        report.unknown = audit.unknown
        report.silent = audit.silent
        for row in world.rows {
            guard row.intent != nil else { continue }
            report.payments += 1
            report.outcomes[row.outcome ?? .unknown, default: 0] += 1
            if row.reversing != nil, row.outcome == .cancelled { report.reversed += 1 }
        }
        return report
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: One payment

    private mutating func pay() throws {
        if chance(60) { try spoil() }
        guard let wish = wish() else { return }
        world.submit(wish.intent, token: wish.token)
        try world.settle()
        try goThrough()
        try afterwards()
        listen()
    }

    /// What is asked of the till; a card's token goes beside it.
    typealias Wish = (intent: Intent, token: String?)

    private mutating func wish() -> Wish? {
        guard wireProtocol == .heft else { return wishOnPinpad().map { ($0, nil) } }
        let paid = world.rows.filter { $0.outcome == .approved && $0.intent?.operation.isSale == true }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<65: return (.pay(saleOrRefund()), nil)
        case 65..<75:
            return paid.randomElement(using: &random).flatMap { refund(of: $0, .refund) }.map { (.pay($0), nil) }
        case 75..<82: return paid.randomElement(using: &random).flatMap(reversal).map { (.pay($0), nil) }
        case 82..<85: return (.pay(.tokenise(customerReference: reference())), nil)
        default: return paid.randomElement(using: &random).flatMap { wishAtCloud($0, paid) }
        }
    }

    private mutating func saleOrRefund() -> PaymentOrder {
        let operation: PaymentIntent.Operation = chance(8) ? .refund : chance(8) ? .saleAndTokenise : .sale
        return PaymentOrder(operation, money: money(), customerReference: reference())
    }

    private mutating func refund(of row: HistoryRow, _ operation: PaymentIntent.Operation) -> PaymentOrder? {
        guard let money = row.intent?.money else { return nil }
        let units = chance(50) ? money.minorUnits : Int64.random(in: 1...money.minorUnits, using: &random)
        return PaymentOrder(
            operation, money: Money(minorUnits: units, currency: money.currency), original: row.reference)
    }

    private func reversal(of row: HistoryRow) -> PaymentOrder? {
        row.intent.map { PaymentOrder(.saleReversal, money: $0.money, original: row.reference) }
    }

    /// What is done without the reader: to a sale, with the card that paid, or to what was paid by mail.
    private mutating func wishAtCloud(_ sale: HistoryRow, _ paid: [HistoryRow]) -> Wish? {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: return (.adjustTip(TipOrder(sale.reference, minorUnits: .random(in: 0...500, using: &random))), nil)
        case 2:
            let token = sale.result?.eftTransactionID.map(CardToken.text(of:))
            return token.map { (.order(PaymentOrder(.motoSale, money: money())), $0) }
        case 3: return refund(of: sale, .motoRefund).map { (.order($0), nil) }
        case 4: return reversal(of: sale).map { (.order($0), nil) }
        default:
            let byMail = paid.filter { $0.intent?.operation == .motoSale }.randomElement(using: &random)
            guard let byMail, let money = byMail.intent?.money else { return nil }
            return (.order(PaymentOrder(.motoReversal, money: money, original: byMail.reference)), nil)
        }
    }

    mutating func money() -> Money {
        let special: [Int64] =
            wireProtocol == .heft ? [1000, 2000, 3000, 3757, 3768, 3741, 3784, 5701, 5702, 5704] : Self.pinpadAmounts
        let units =
            chance(40) ? special.randomElement(using: &random) : Int64.random(in: 1...99_999, using: &random)
        return Money(minorUnits: units ?? 1050, currency: currency)
    }

    /// Most merchants give none; some give the same one twice.
    mutating func reference() -> String? {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: "TABLE-\(Int.random(in: 1...3, using: &random))"
        case 1: "ORDER-\(UInt32.random(in: 0...UInt32.max, using: &random))"
        default: nil
        }
    }

    // MARK: What goes wrong

    private mutating func spoil() throws {
        guard let fault = CampaignFault.allCases.randomElement(using: &random) else { return }
        report.faults[fault, default: 0] += 1
        let offset = Int.random(in: 0...1500, using: &random)
        let direction = FaultPlan.Direction.allCases.randomElement(using: &random) ?? .toHost
        switch fault {
        case .cable: world.reader.plan(FaultPlan([.init(.cut, direction, after: offset)]))
        case .flippedByte: world.reader.plan(FaultPlan([.init(.flip, direction, after: offset)]))
        case .droppedByte: world.reader.plan(FaultPlan([.init(.drop, direction, after: offset)]))
        case .lateByte:
            let delay = Duration.milliseconds(Int.random(in: 1...90_000, using: &random))
            world.reader.plan(FaultPlan(delays: [.init(direction, after: offset, by: delay)]))
        case .doubledByte: world.reader.plan(FaultPlan([.init(.double, direction, after: offset)]))
        case .lostAnswer: world.reader.plan(FaultPlan(lostAnswers: 1))
        case .power: world.power.cut(at: Int.random(in: 1...40, using: &random))
        case .fullDisk:
            world.journal.fillDisk(
                after: Int.random(in: 0...4, using: &random), for: Int.random(in: 1...3, using: &random))
        case .outage: try world.wait(.seconds(Int.random(in: 1...900, using: &random)))
        }
    }

    /// Card holder and cashier do what they do, and time goes by.
    private mutating func goThrough() throws {
        let patience = world.clock.uptime() + .seconds(2000)
        var moves = 0
        while world.power.isOn, isPaying, moves < 300, try world.advance(upTo: patience) {
            moves += 1
            try act()
        }
    }

    private mutating func act() throws {
        guard case .selling(_, let sale) = world.connection else { return }
        if let signature = sale.signature, chance(70) {
            world.engine?.submit(.answerSignature(id: signature.id, chance(70) ? .accepted : .declined))
        } else if chance(2) {
            world.engine?.submit(.cancel)
        } else if chance(2) {
            world.reader.cut()
        }
        try world.settle()
    }

    private var isPaying: Bool {
        switch world.connection {
        case .selling, .fetching, .serving: true
        default: false
        }
    }

    private mutating func afterwards() throws {
        if !world.power.isOn || chance(2) {
            report.restarts += 1
            world.kill()
            try world.start()
            if chance(80) { world.connect() }
        }
        if chance(20) { try decide() }
        try world.wait(chance(5) ? .seconds(700) : .seconds(Int.random(in: 0...30, using: &random)))
        if case .none = world.connection { world.connect() }
        try world.settle()
    }

    /// Somebody looks at what is undecided.
    private mutating func decide() throws {
        let open = world.engine?.snapshot.inquiries.keys.sorted { $0.text < $1.text } ?? []
        for reference in open {
            world.engine?.submit(.lookUp(reference, chance(50) ? .keep : .reverse))
        }
        try world.settle()
    }

    private mutating func listen() {
        for told in world.takeEvents() {
            switch told.event {
            case .recovered: report.recovered += 1
            case .settled: report.lookedUp += 1
            case .tipped(_, _, let outcome, _): report.tips[outcome, default: 0] += 1
            default: break
            }
        }
    }

    // MARK: The end

    /// The reader is there, and nothing is to be found out.
    private var isAtRest: Bool {
        guard case .ready = world.connection else { return false }
        return world.rows.allSatisfy { !$0.isUnresolved || isSilent($0.reference) }
    }

    /// A payment by mail of which the cloud knows nothing under its reference, which the cloud may not have kept.
    private func isSilent(_ reference: TransactionReference) -> Bool {
        world.engine?.snapshot.inquiries[reference]?.isSilent == true
    }

    /// Nothing goes wrong any more, and everybody gets the time that they need.
    private mutating func heal() throws {
        world.kill()
        world.reader.plan(.none)
        world.journal.makeRoom()
        world.sandbox.heal()
        try world.start()
        world.connect()
        try world.settle()
        for _ in 0..<20 where !isAtRest {
            if case .stuck = world.connection { world.engine?.submit(.disconnect) }
            try world.wait(.seconds(120))
            if case .none = world.connection { world.connect() }
        }
        listen()
    }
}

extension JournalEntry {
    /// One line for whoever looks for the fault.
    fileprivate var story: String {
        let words: [String?] =
            switch change {
            case .intent(let intent):
                [
                    intent.operation.rawValue, String(intent.money.minorUnits), intent.customerReference,
                    intent.original?.eftTransactionID,
                ]
            case .outcome(let outcome, let result), .orphan(let outcome, let result):
                [outcome.rawValue, result.finStatus, result.eftTransactionID, result.type, result.statusMessage]
            case .reversing(let id, let reason): [id, reason.rawValue]
            case .tip(let amount, let outcome): [String(amount), outcome.rawValue]
            case .mark, .relayed, .signature: []
            }
        return ([at.rfc3339, String(reference.text.prefix(8)), kind] + words.compactMap(\.self)).joined(separator: " ")
    }
}
