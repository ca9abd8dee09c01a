import Payments
import Readers
public import Time

/// The rules of selling, as a value: an input gives a step, the step is written down, then it is taken.
///
///     lost ──in a while──▶ connecting (the same reader again)
///     none ──connect──▶ connecting ──▶ fetching ──▶ ready ──sell──▶ selling ──result──▶ ready
///                                        └─▶ stuck (a result is held back)      └─ unknown ─▶ fetching
///     ready ──serve──▶ serving ──served──▶ ready
///                        └─ updated ─▶ lost (it restarts)
///
/// A reader that keeps a log (Datecs) says how far that goes before it is told of a payment (`marked`), and what stands
/// there since tells what became of one (`logRead`).
///
/// `step` changes nothing; `take` assigns the state once the step's records are on disk.
public struct CheckoutMachine: Hashable, Sendable {
    public private(set) var state: CheckoutState

    /// - Parameter inquiryRule: how payments are looked up at the acquirer's cloud; nil where there is none.
    public init(
        payments: [KnownPayment] = [], authority: Authority = .open, inquiryRule: InquiryRule? = nil,
        reconnects: Bool = false, merchants: MerchantRule? = nil
    ) {
        state = CheckoutState(
            payments: payments, authority: authority, inquiryRule: inquiryRule, reconnects: reconnects,
            merchants: merchants)
    }

    /// When `.deadline` has to come at the latest.
    public var nextDeadline: Uptime? {
        [state.inquiryDeadline, state.tipDeadline, state.reconnectionDue, state.slipDeadline].compactMap(\.self).min()
    }

    /// What follows from `input`.
    public func step(_ input: CheckoutInput, at moment: Moment) -> CheckoutStep {
        var step = Self.transition(state, input, moment)
        let (next, begun) = step.next.withInquiries(moment)
        step.next = next
        step.perform += begun
        return step
    }

    package mutating func plant(_ bug: PlantedBug?) { state.planted = bug }

    /// Takes a step whose records are written.
    public mutating func take(_ step: CheckoutStep) {
        state = step.next
    }

    static func transition(_ state: CheckoutState, _ input: CheckoutInput, _ moment: Moment) -> CheckoutStep {
        switch input {
        case .intent(.connect(let uri, let address)): state.connect(uri, address)
        case .intent(.expect(let uri, let address, let serial)): state.expect(uri, address, serial, moment.now)
        case .intent(.disconnect): state.disconnect()
        case .intent(.pay(let order)): state.pay(order, moment)
        case .intent(.fetchPending): state.fetchPending()
        case .intent(.serve(let service)): state.serve(service, moment)
        case .intent(.stopService): state.stopService()
        case .intent(.cancel): state.cancel()
        case .intent(.answerSignature(let id, let verdict)): state.answerSignature(id, verdict, moment)
        case .intent(.signIn(let name)): state.signIn(name, moment)
        case .intent(.signOut): state.signOut()
        case .intent(.authorise(let permission, let name)): state.authorise(permission, by: name, moment)
        case .intent(.act(let deed)): state.act(deed, moment)
        case .intent(.lookUp(let reference, let decision)): state.lookUp(reference, decision, moment)
        case .intent(.adjustTip(let order)): state.adjustTip(order, moment)
        case .intent(.order(let order)): state.order(order, moment)
        case .intent(.sellFor(let merchant)): state.sellFor(merchant)
        case .cloud(let reference, let finding): state.cloudSaid(reference, finding, moment)
        case .deadline: state.deadline(moment)
        case .inquiryUnrecorded(let reference, let fault): state.inquiryUnrecorded(reference, fault, moment)
        case .pinChecked(let name, let role): state.pinChecked(name, role, moment)
        case .linkOpened: state.linkOpened()
        case .linkFailed(let fault): state.linkFailed(fault, moment)
        case .reader(let event): state.reader(event, moment)
        case .recordFailed(let records, let fault): state.recordFailed(records, fault)
        }
    }
}

extension CheckoutState {
    /// A lost reader comes before what is looked up.
    fileprivate func deadline(_ moment: Moment) -> CheckoutStep {
        guard case .lost(let target, let again) = connection, again.until <= moment.now else {
            if let due = slipDeadline, due <= moment.now { return slipDue(moment) }
            if let due = tipDeadline, due <= moment.now { return tipDue() }
            return inquiriesDue(moment)
        }
        return reconnect(target, again)
    }

    func unchanged(_ perform: CheckoutEffect...) -> CheckoutStep {
        CheckoutStep(self, perform: perform)
    }

    func refused(_ fault: TillFault) -> CheckoutStep {
        unchanged(.publish(.fault(fault)))
    }

    func with(_ connection: Connection) -> CheckoutState {
        var next = self
        next.connection = connection
        return next
    }
}
