public import Gateways
public import Payments
import Time

/// What a console sees of the engine: the state now, newest wins.
public struct CheckoutSnapshot: Hashable, Sendable {
    public var training: Bool
    public var connection = CheckoutState.Connection.none
    public var authority = Authority.open
    /// The notices of the running or the last payment, oldest first, at most `noticeLimit`.
    public private(set) var notices: [TimedNotice] = []
    /// How many notices there were, those no longer kept included.
    public private(set) var noticeCount = 0
    /// The last payment that ended; numbered, so that two equal ones are told apart.
    public private(set) var finished: FinishedPayment?
    public private(set) var finishedCount = 0
    public var fault: NumberedFault?
    /// How many deeds were permitted; one that was asked for is when this grows.
    public var permittedCount = 0
    /// What the reader did besides payments.
    public var services = ServiceNews()
    /// Payments that nobody knows the end of, the running one not counted.
    public var unresolved = 0
    /// The payments that are being looked up at the acquirer's cloud.
    public var inquiries: [TransactionReference: Inquiry] = [:]
    /// What became of the last tip that was set afterwards.
    public private(set) var tipped: NumberedTip?
    /// There is a cloud to ask.
    public var hasGateway = false
    /// The gateway beside the readers that the till is set up for, and on whose account it sells there.
    public var merchantGateway: MerchantGateway?
    public var merchant: Merchant?

    /// More than any payment brings; older ones are in the journal and the trace. *own choice*
    public static let noticeLimit = 500

    public init(training: Bool) { self.training = training }

    /// A payment starts: the notices of the one before are gone.
    public mutating func begin() {
        notices = []
        noticeCount = 0
    }

    public mutating func add(_ notice: ReaderNotice, elapsed: Duration) {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(TimedNotice(notice: notice, elapsed: elapsed))
        noticeCount += 1
    }

    public mutating func note(_ money: Money, _ outcome: TipOutcome, _ trouble: CloudTrouble?) {
        tipped = NumberedTip(number: (tipped?.number ?? 0) + 1, money: money, outcome: outcome, trouble: trouble)
    }

    public mutating func end(_ payment: FinishedPayment) {
        finished = payment
        finishedCount += 1
    }
}

/// A notice and when it came, counted from the payment's start.
public struct TimedNotice: Hashable, Sendable {
    public var notice: ReaderNotice
    public var elapsed: Duration
}

/// A payment that has ended, or whose end has become known.
public struct FinishedPayment: Hashable, Sendable {
    public var reference: TransactionReference
    public var outcome: Outcome
    public var result: TransactionResult
    /// The reader had kept the result of an earlier payment.
    public var recovered: Bool
    /// It was looked up at the acquirer's cloud.
    public var isLookedUp: Bool

    public init(
        reference: TransactionReference, outcome: Outcome, result: TransactionResult, recovered: Bool,
        isLookedUp: Bool = false
    ) {
        self.isLookedUp = isLookedUp
        self.reference = reference
        self.outcome = outcome
        self.result = result
        self.recovered = recovered
    }
}

/// What became of a tip; numbered, so that the same twice is shown twice.
public struct NumberedTip: Hashable, Sendable {
    public var number: Int
    public var money: Money
    public var outcome: TipOutcome
    /// Why the cloud gave no answer.
    public var trouble: CloudTrouble?
}

/// A fault and its number, so that the same one twice is shown twice.
public struct NumberedFault: Hashable, Sendable {
    public var number: Int
    public var fault: TillFault

    public init(number: Int, fault: TillFault) {
        self.number = number
        self.fault = fault
    }
}

extension CheckoutState {
    /// Whether this is the payment under way.
    public func isRunning(_ payment: KnownPayment) -> Bool {
        if case .selling(_, let sale) = connection { sale.intent.reference == payment.intent.reference } else { false }
    }
}
