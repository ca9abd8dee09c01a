import Payments
import Readers
import TestKit
import Time

@testable import Checkout

/// Feeds the machine as the engine does: record, then take and perform; a failing journal on request.
struct CheckoutDriver {
    var machine: CheckoutMachine
    var journalFails = false
    /// What the last input led to.
    private(set) var recorded: [JournalEntry.Change] = []
    private(set) var audited: [AuditEvent] = []
    private(set) var performed: [CheckoutEffect] = []
    let clock = VirtualClock()
    private let random = SeededRandom(seed: 1)

    static let diskFull = TillFault("journal-disk-full", .journal)

    init(
        payments: [KnownPayment] = [], authority: Authority = .open, inquiryRule: InquiryRule? = nil,
        reconnects: Bool = false, merchants: MerchantRule? = nil
    ) {
        machine = CheckoutMachine(
            payments: payments, authority: authority, inquiryRule: inquiryRule, reconnects: reconnects,
            merchants: merchants)
    }

    static func ready(payments: [KnownPayment] = [], authority: Authority = .open) -> CheckoutDriver {
        var driver = CheckoutDriver(payments: payments, authority: authority)
        driver.connect(pending: false)
        driver.take(.reader(.nothingPending))
        return driver
    }

    static func selling() -> CheckoutDriver {
        var driver = ready()
        driver.take(.intent(.pay(.sample)))
        return driver
    }

    static func serving(_ service: ReaderService) -> CheckoutDriver { ready().after(.intent(.serve(service))) }

    static func restarting() -> CheckoutDriver {
        serving(.update).after(.reader(.served(.updated(restarting: true))))
    }

    /// A reader is ready, and somebody is signed in.
    static func signedIn(_ role: OperatorRole, payments: [KnownPayment] = []) -> CheckoutDriver {
        ready(payments: payments, authority: Authority(requiresSignIn: true))
            .after(.intent(.signIn(.anna)), .pinChecked(.anna, role))
    }

    func vouchedFor(_ permission: Permission) -> CheckoutDriver {
        after(.intent(.authorise(permission, by: .boss)), .pinChecked(.boss, .supervisor))
    }

    func after(_ inputs: CheckoutInput...) -> CheckoutDriver {
        var driver = self
        for input in inputs { driver.take(input) }
        return driver
    }

    var moment: Moment {
        Moment(
            now: clock.uptime(), wall: clock.wallTime(), fresh: TransactionReference(random: random.bytes(16)))
    }

    mutating func connect(
        pending: Bool, speaking spoken: ReaderAddress.WireProtocol = .heft, in currency: String? = nil
    ) {
        var details = ReaderDetails.sample(pending: pending)
        details.wireProtocol = spoken
        details.currency = currency
        take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        take(.linkOpened)
        take(.reader(.connected(details)))
    }

    /// - Parameter original: what the journal knows of the payment that the input names.
    mutating func take(_ input: CheckoutInput, original: OriginalPayment? = nil) {
        var moment = moment
        moment.original = original
        let step = machine.step(input, at: moment)
        if journalFails, !step.record.isEmpty {
            let failed = machine.step(input.unrecorded(step.record, Self.diskFull), at: moment)
            recorded = []
            audited = []
            machine.take(failed)
            performed = failed.perform
            return
        }
        recorded = step.record.compactMap { if case .payment(_, let change) = $0 { change } else { nil } }
        audited = step.record.compactMap { if case .audit(let event) = $0 { event } else { nil } }
        machine.take(step)
        performed = step.perform
    }

    /// The code of the fault that an intent meets; empty where it meets none.
    mutating func refusal(of intent: Intent) -> String {
        take(.intent(intent))
        guard case .publish(.fault(let fault))? = performed.last else { return "" }
        return fault.code
    }

    var results: [Outcome] {
        performed.compactMap { if case .publish(.result(_, let outcome, _, _)) = $0 { outcome } else { nil } }
    }
}

extension ReaderAddress {
    static let sample = ReaderAddress(place: .tcp(host: "x", port: 1))
}

extension PaymentOrder {
    static let sample = PaymentOrder(money: Money(minorUnits: 1050, currency: .pounds))
    static let despite = PaymentOrder(
        money: sample.money, despiteUnknown: TransactionReference(random: [UInt8](repeating: 9, count: 16)))
}

extension ReaderDetails {
    static func sample(pending: Bool) -> ReaderDetails {
        ReaderDetails(
            serialNumber: "000123400123", publicKeyVersion: 1, emvParameterVersion: 1, applicationName: "mPOS",
            applicationVersion: "1.7", manufacturerCode: 0, modelCode: 0, battery: nil, resultPending: pending)
    }
}

extension TransactionResult {
    static var sample: TransactionResult {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = 1050
        result.authorisedAmount = 1050
        result.currency = "GBP"
        result.eftTransactionID = "6dc8d0ff-b49a-4f57-8ed7-5ef5d1cb1d1e"
        return result
    }
}

extension ReaderReading {
    static func sample(_ outcome: Outcome) -> ReaderReading { ReaderReading(outcome: outcome, result: .sample) }
}

extension ReaderNotice {
    static func sample(cancelAllowed: Bool) -> ReaderNotice {
        ReaderNotice(code: 0x14, name: "WAITING_CARD", text: "", detail: nil, cancelAllowed: cancelAllowed)
    }
}

extension KnownPayment {
    static func sample(outcome: Outcome?, seed: UInt8 = 9, reference: String? = nil) -> KnownPayment {
        KnownPayment(
            intent: PaymentIntent(
                reference: TransactionReference(random: [UInt8](repeating: seed, count: 16)), operation: .sale,
                money: PaymentOrder.sample.money, customerReference: reference, reader: "tcp://x:1",
                readerSerialNumber: "000123400123"),
            at: VirtualClock().wallTime(), outcome: outcome, eftTransactionID: nil)
    }
}
