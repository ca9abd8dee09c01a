import Checkout
import Engine
import Glibc
import Payments
import Ports
import Terminal

/// `till sale`, `refund`, `reverse`, `reverse-refund`, `tokenize`, `preauth`, `capture`, `release` and `advance`: connect,
/// fetch what the reader still holds, pay, wait for the end.
struct PaymentCommand {
    let place: Workplace
    let options: PaymentOptions
    let signals: SignalInbox

    /// - Returns: the outcome's status.
    func run() throws(Stop) -> ExitStatus {
        let original = try original()
        let money = if let original { try amount(of: original) } else { try amount() }
        let credentials = try merchantAuth()
        try checkOffer()
        let reader = try place.reader()
        let gate = try Gate(place: place, signals: signals, training: reader.address.isTraining)
        let loop = CommandLoop(signals: signals)
        let engine = try Self.engine(place, reader.address, loop)
        let order = PaymentOrder(
            operation(of: original), money: money, customerReference: options.reference,
            original: original?.reference, tip: try share(options.tip) ?? original?.intent?.tip,
            cashback: try share(options.cashback) ?? original?.intent?.cashback, budgetMonths: options.budgetMonths,
            despiteUnknown: try despiteUnknown(), merchantAuth: credentials)
        engine.start()
        try gate.enter(engine, loop, vouchingFor: permission(of: order))
        engine.submit(.connect(uri: reader.uri, address: reader.address))
        var conversation = PaymentConversation(
            engine: engine, loop: loop, order: order, policy: options.signature, partial: options.partial,
            teller: Teller(place: place, currency: money.currency))
        let status = conversation.run()
        engine.stop()
        return status
    }

    /// An engine on the journal that the reader's payments belong to.
    static func engine(
        _ place: Workplace, _ address: ReaderAddress, _ loop: CommandLoop, cloud: CloudAccess? = nil
    ) throws(Stop) -> TillEngine {
        let secret = try place.secretSource(for: address)
        let links = try place.links()
        let checksPINs = try place.hasOperators()
        let journal = try place.journal(training: address.isTraining)
        let ports = try place.ports(links, journal)
        do throws(JournalFault) {
            return try TillEngine(
                ports: ports,
                settings: place.settings(
                    secret, training: address.isTraining, checksPINs: checksPINs, cloud: cloud)
            ) { [log = place.log, isTraining = address.isTraining] event in
                log?.note(event, training: isTraining)
                loop.post(event)
            }
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// The payment that is to be undone or refunded.
    private func original() throws(Stop) -> HistoryRow? {
        guard let id = options.original else { return nil }
        return try HistoryCommand(place: place).find(id)
    }

    /// A reversal undoes an advance as well as a sale; the reader has two words for it.
    private func operation(of original: HistoryRow?) -> PaymentIntent.Operation {
        let isAdvance = original?.intent?.operation == .cashAdvance
        return options.operation == .saleReversal && isAdvance ? .advanceReversal : options.operation
    }

    /// A tip, or cash: in the currency of the amount.
    private func share(_ amount: String?) throws(Stop) -> Int64? {
        guard let amount else { return nil }
        var options = options
        (options.amount, options.minor) = (amount, nil)
        return try AmountChoice.money(options).minorUnits
    }

    /// What the acquirer lacks is refused here, and not by the reader in front of the customer. (row H24)
    private func checkOffer() throws(Stop) {
        let wanted = [options.operation.offer, options.budgetMonths == nil ? nil : .budgetPeriod].compactMap(\.self)
        guard wanted.allSatisfy({ !place.configuration.acquirerLacks.contains($0) }) else {
            throw Stop(.usage, "acquirer-lacks")
        }
    }

    /// Keeping a card charges nothing.
    private func amount() throws(Stop) -> Money {
        options.operation.movesMoney ? try AmountChoice.money(options) : .nothing
    }

    /// For which of the merchant's contracts: what the command line says, else the configuration.
    private func merchantAuth() throws(Stop) -> [MerchantCredential] {
        guard !options.merchantAuth.isEmpty else {
            return options.operation.takesMerchantAuth ? place.configuration.merchantAuth : []
        }
        var credentials: [MerchantCredential] = []
        for text in options.merchantAuth {
            guard let credential = MerchantCredential(text) else {
                throw Stop(.usage, "merchant-auth-form", ["value": text])
            }
            credentials.append(credential)
        }
        return credentials
    }

    /// A reversal is of all that was authorised; a refund says how much.
    private func amount(of row: HistoryRow) throws(Stop) -> Money {
        guard options.operation.isOfAllOfIt else { return try AmountChoice.money(options) }
        guard let intent = row.intent else { throw Stop(.usage, "original-missing") }
        return Money(minorUnits: row.result?.authorisedAmount ?? 0, currency: intent.money.currency)
    }

    /// What a supervisor vouches for where one is named: the rarer of what it takes.
    private func permission(of order: PaymentOrder) -> Permission? {
        if order.despiteUnknown != nil { return .despiteUnknown }
        switch order.operation {
        case .sale, .saleAndTokenise, .tokenise, .motoSale, .cashAdvance, .preauthorisation, .capture: return nil
        case .refund, .motoRefund: return .refund
        case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .release: return .reversal
        }
    }

    private func despiteUnknown() throws(Stop) -> TransactionReference? {
        guard let id = options.despiteUnknown else { return nil }
        return try HistoryCommand(place: place).find(id).reference
    }
}

/// The course of one payment, as a script or a person without a console follows it.
struct PaymentConversation {
    let engine: TillEngine
    let loop: CommandLoop
    let order: PaymentOrder
    let policy: SignaturePolicy
    let partial: PartialPolicy
    let teller: Teller

    enum Stage {
        /// The reader is being connected and asked for what it holds.
        case connecting
        /// The sale was handed over and may be refused yet.
        case submitted
        /// The intent is in the journal: there will be a result.
        case selling(TransactionReference)
        /// The result is there and is *unknown*: the reader is asked once more.
        case asking(TransactionReference)
        /// Only part was approved; somebody says whether that part stands.
        case deciding(PaymentOrder)
        /// It does not: it is undone when the reader is ready again.
        case undoing(PaymentOrder)
    }

    var stage = Stage.connecting
    var status = ExitStatus.noReader
    var isOver = false
    private var cancelAsked = false
    /// What runs undoes what was approved in part.
    var isUndoing = false
    private var question: Int?
    /// Questions are numbered; the reader's own come first.
    var lastQuestion = 0
    private var readsInput = false

    init(
        engine: TillEngine, loop: CommandLoop, order: PaymentOrder, policy: SignaturePolicy, partial: PartialPolicy,
        teller: Teller
    ) {
        self.engine = engine
        self.loop = loop
        self.order = order
        self.policy = policy
        self.partial = partial
        self.teller = teller
    }

    mutating func run() -> ExitStatus {
        while !isOver {
            for message in loop.wait() where !isOver {
                switch message {
                case .engine(let event): happened(event)
                case .signal(let number): interrupted(by: number)
                case .input(let line): answered(line)
                }
            }
        }
        return status
    }

    private mutating func happened(_ event: EngineEvent) {
        teller.tell(event)
        switch event.event {
        case .ready: ready()
        case .started(let intent): started(intent)
        case .signatureRequest(let id, _, let seconds): asked(id, seconds, event)
        case .signatureCancelled: question = nil
        case .result(let reference, _, _, _) where isOfAnother(reference): break
        case .result(let reference, .partlyApproved, let result, _) where order.operation.isSale:
            approvedInPart(reference, result)
        case .result(let reference, let outcome, _, let refused): ended(reference, outcome, refused)
        case .recovered(let reference, let outcome, _, _): recovered(reference, outcome)
        case .fault(let fault): failed(fault)
        case .disconnected: disconnected()
        case .inquiry, .settled, .tipped, .connected, .status, .signedIn, .signedOut, .granted, .permitted, .serving,
            .progress,
            .scanned, .served:
            break
        }
    }

    private mutating func ready() {
        switch stage {
        case .connecting:
            stage = .submitted
            engine.submit(.pay(order))
        case .asking: isOver = true
        case .undoing(let order):
            stage = .submitted
            engine.submit(.pay(order))
        case .submitted, .selling, .deciding: break
        }
    }

    /// What the till begins by itself, because the signature on the slip was not right, is not what was asked for: the
    /// result of that comes behind it.
    private mutating func started(_ intent: PaymentIntent) {
        if case .selling(let ours) = stage, intent.original?.reference == ours { return }
        stage = .selling(intent.reference)
    }

    private func isOfAnother(_ reference: TransactionReference) -> Bool {
        if case .selling(let ours) = stage { ours != reference } else { false }
    }

    private mutating func ended(_ reference: TransactionReference, _ outcome: Outcome, _ refused: Bool) {
        status = isUndoing ? undone(outcome) : ExitStatus(outcome, secretRefused: refused)
        if outcome == .unknown { stage = .asking(reference) } else { isOver = true }
    }

    /// The reader gave the result after all: that is how the payment ended.
    private mutating func recovered(_ reference: TransactionReference, _ outcome: Outcome) {
        guard case .asking(let ours) = stage, ours == reference else { return }
        status = isUndoing ? undone(outcome) : ExitStatus(outcome)
    }

    /// Before the sale has started a fault ends the command, at once or when the reader is gone; afterwards only the
    /// result does.
    private mutating func failed(_ fault: TillFault) {
        switch stage {
        case .submitted where isUndoing: isOver = true
        case .connecting, .submitted:
            status = ExitStatus(fault)
            isOver = fault.kind != .reader
        case .asking where fault.kind == .busy: isOver = true
        case .selling, .asking, .deciding, .undoing: break
        }
    }

    private mutating func disconnected() {
        if case .selling = stage { return }
        isOver = true
    }
}

// MARK: Interruptions and questions

extension PaymentConversation {
    /// The first interruption asks for a cancel if that is allowed; nothing ends a payment that may move money. SIGUSR1
    /// comes from `till cancel` and asks for that alone.
    private mutating func interrupted(by number: Int32) {
        if number == SIGUSR1, case .selling = stage { return engine.submit(.cancel) }
        guard number == SIGINT || number == SIGTERM else { return }
        switch stage {
        case .deciding: keep()
        case .undoing: teller.say("interrupt-refused")
        case .submitted where isUndoing: teller.say("interrupt-refused")
        case .connecting, .submitted:
            status = .interrupted
            isOver = true
        case .selling where cancelAsked: teller.say("interrupt-refused")
        case .selling:
            cancelAsked = true
            engine.submit(.cancel)
        case .asking: isOver = true
        }
    }

    private mutating func asked(_ id: Int, _ seconds: Int, _ event: EngineEvent) {
        lastQuestion = max(lastQuestion, id)
        switch policy {
        case .accept: engine.submit(.answerSignature(id: id, .accepted))
        case .decline: engine.submit(.answerSignature(id: id, .declined))
        case .ask:
            question = id
            teller.ask(id: id, seconds: seconds, event)
            guard teller.canAnswer else { return answer(id, .declined) }
            listen()
        }
    }

    /// Standard input is read from the first question on.
    mutating func listen() {
        if !readsInput { loop.readInput() }
        readsInput = true
    }

    /// A line of standard input; its end is the answer that moves no money.
    private mutating func answered(_ line: String?) {
        if case .deciding(let undoing) = stage { return answeredInPart(line, undoing) }
        guard let id = question else { return }
        guard let line else { return answer(id, .declined) }
        guard let verdict = teller.verdict(in: line, for: id) else { return }
        answer(id, verdict)
    }

    private mutating func answer(_ id: Int, _ verdict: SignatureVerdict) {
        question = nil
        engine.submit(.answerSignature(id: id, verdict))
    }
}
