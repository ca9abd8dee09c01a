import Payments
import Readers
import TestKit
import Time

@testable import Checkout

extension CheckoutDriver {
    static func onPinpad() -> CheckoutDriver {
        var driver = CheckoutDriver()
        driver.connectPinpad()
        return driver
    }

    mutating func connectPinpad() {
        let address = ReaderAddress(place: .tcp(host: "x", port: 1), wireProtocol: .datecs)
        take(.intent(.connect(uri: "tcp://x:1?protocol=datecs", address: address)))
        take(.linkOpened)
        take(.reader(.connected(.pinpad)))
    }

    static func payingOnPinpad(mark: ReaderMark = .sample) -> CheckoutDriver {
        onPinpad().after(.intent(.pay(.euros)), .reader(.marked(mark)))
    }

    static func unknownOnPinpad(mark: ReaderMark = .sample) -> CheckoutDriver {
        payingOnPinpad(mark: mark).after(.reader(.finished(.logged(.unknown))))
    }

    static func signingOnPinpad() -> CheckoutDriver {
        var reading = ReaderReading.logged(.approved)
        reading.slip = ""
        return payingOnPinpad().after(.reader(.finished(reading)))
    }

    var isReady: Bool {
        if case .ready = machine.state.connection { true } else { false }
    }

    var intents: [PaymentIntent] {
        performed.compactMap { if case .publish(.started(let intent)) = $0 { intent } else { nil } }
    }
}

extension [JournalEntry.Change] {
    var outcomes: [Outcome] {
        compactMap { if case .outcome(let outcome, _) = $0 { outcome } else { nil } }
    }
}

extension JournalEntry.Change {
    var isOrphan: Bool { if case .orphan = self { true } else { false } }
}

extension TransactionReference {
    /// Of `KnownPayment.onPinpad(seed: 1, …)`.
    static let first = TransactionReference(random: [UInt8](repeating: 1, count: 16))
}

extension Money {
    static let sample = Money(minorUnits: 1050, currency: .pounds)
}

extension PaymentOrder {
    static let euros = PaymentOrder(money: Money(minorUnits: 1050, currency: .euro))
}

extension ReaderMark {
    static let sample = ReaderMark(batch: 42, lastRecord: 122)
}

extension ReaderDetails {
    static var pinpad: ReaderDetails {
        var details = sample(pending: false)
        details.wireProtocol = .datecs
        return details
    }
}

extension ReaderReading {
    static func logged(_ outcome: Outcome, amount: Int64 = 1050) -> ReaderReading {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = amount
        result.currency = "EUR"
        result.eftTransactionID = "000123456789"
        result.authorisationCode = "A1B2C3"
        return ReaderReading(outcome: outcome, result: result)
    }
}

extension ReaderLogExtract {
    static func with(
        _ kind: ReaderLogRecord.Kind, _ outcome: Outcome, amount: Int64 = 1050, twice: Bool = false
    ) -> ReaderLogExtract {
        let record = ReaderLogRecord(number: 123, kind: kind, reading: .logged(outcome, amount: amount))
        return ReaderLogExtract(batch: 42, records: twice ? [record, record] : [record], isWhole: true)
    }
}

extension KnownPayment {
    /// Approved, and its signature was not right.
    static var unsigned: KnownPayment {
        var payment = onPinpad(seed: 1, mark: .sample)
        payment.outcome = .approved
        payment.eftTransactionID = "000123456789"
        payment.authorisationCode = "A1B2C3"
        payment.signature = .declined
        return payment
    }

    static func onPinpad(seed: UInt8, mark: ReaderMark?) -> KnownPayment {
        KnownPayment(
            intent: PaymentIntent(
                reference: TransactionReference(random: [UInt8](repeating: seed, count: 16)), operation: .sale,
                money: PaymentOrder.euros.money, customerReference: nil, reader: "tcp://x:1?protocol=datecs",
                wireProtocol: .datecs, readerSerialNumber: "000123400123"),
            at: VirtualClock().wallTime(), outcome: nil, eftTransactionID: nil, mark: mark)
    }
}
