import Checkout
import Engine
import Glibc
import Payments
import Ports
import Terminal

/// The course of one payment, as a script or a person without a console follows it.
struct PaymentConversation {
    let engine: TillEngine
    let loop: CommandLoop
    var order: PaymentOrder
    let referralCode: String?
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
        /// The issuer wants to be called; somebody says what it said, or else the payment stays declined.
        case referred(TransactionReference)
        /// It approved, and the gateway books that.
        case booking(TransactionReference?)
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
        referralCode: String? = nil, teller: Teller
    ) {
        self.referralCode = referralCode
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
        case .result(let reference, .declined, let result, _) where isReferral(result): referred(reference)
        case .result(let reference, let outcome, _, let refused): ended(reference, outcome, refused)
        case .recovered(let reference, let outcome, _, _): recovered(reference, outcome)
        case .fault(let fault): failed(fault)
        case .disconnected: disconnected()
        case .settled(let reference, let outcome, _): booked(reference, outcome)
        case .inquiry(let reference, let inquiry): bookingStuck(reference, inquiry)
        case .tipped, .connected, .status, .signedIn, .signedOut, .granted, .permitted, .serving,
            .progress,
            .scanned, .served:
            break
        }
    }

    private mutating func ready() {
        switch stage {
        case .connecting:
            guard !wantsTip else { return askForTip() }
            stage = .submitted
            engine.submit(.pay(order))
        case .asking: isOver = true
        case .undoing(let order):
            stage = .submitted
            engine.submit(.pay(order))
        case .submitted, .selling, .deciding, .referred, .booking: break
        }
    }

    /// What the till begins by itself, because the signature on the slip was not right, is not what was asked for: the
    /// result of that comes behind it.
    private mutating func started(_ intent: PaymentIntent) {
        if case .selling(let ours) = stage, intent.original?.reference == ours { return }
        if case .booking = stage { return stage = .booking(intent.reference) }
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
        case .booking(nil): isOver = true
        case .selling, .asking, .deciding, .undoing, .referred, .booking: break
        }
    }

    private mutating func disconnected() {
        switch stage {
        case .selling, .referred, .booking: return
        default: break
        }
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
        case .asking, .referred: isOver = true
        case .booking: teller.say("interrupt-refused")
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
        if case .referred(let reference) = stage { return answeredReferral(line, reference) }
        if case .connecting = stage { return answeredTip(line) }
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
