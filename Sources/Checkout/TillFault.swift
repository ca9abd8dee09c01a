public import Payments
import Readers

/// Why something was not done or went wrong: a stable code, what it means for the money, and whom it concerns. The
/// words come from the locale (`error.CODE`).
public struct TillFault: Error, Hashable, Sendable {
    /// What it means for the money.
    public enum MoneyState: String, Hashable, Sendable {
        case none, unknown, moved
    }

    /// What kind of thing stands in the way; decides the exit status.
    public enum Kind: Hashable, Sendable {
        /// What was asked for makes no sense.
        case usage
        /// No reader, or no link to it.
        case unreachable
        /// Something else is running, or the reader keeps a result it does not give.
        case busy
        /// An unknown payment forbids this one.
        case unknownPayment(TransactionReference)
        /// It could not be written down, so it was not done.
        case journal
        /// Nobody has signed in, or not with the right PIN.
        case signIn
        /// Who is signed in may not; somebody who may can vouch.
        case permission(Permission)
        /// A rule of the protocol was broken.
        case reader
    }

    public var code: String
    public var kind: Kind
    public var money: MoneyState
    /// For engineers: numbers and fixed words, never data of a card or a customer.
    public var detail: String

    public init(_ code: String, _ kind: Kind, money: MoneyState = .none, detail: String = "") {
        self.code = code
        self.kind = kind
        self.money = money
        self.detail = detail
    }

    static func reader(_ fault: ReaderFault, money: MoneyState) -> TillFault {
        let kind: Kind =
            switch fault {
            case .noAnswer, .linkLost, .otherProtocol: .unreachable
            default: .reader
            }
        return TillFault(fault.code, kind, money: money, detail: fault.detail)
    }

    static let busy = TillFault("busy", .busy)
    static let notConnected = TillFault("not-connected", .unreachable)
    static let paymentRuns = TillFault("payment-runs", .busy)
    static let cancelNotAllowed = TillFault("cancel-not-allowed", .busy)
    static let nothingToCancel = TillFault("nothing-to-cancel", .usage)
    static let amountOutOfRange = TillFault("amount-out-of-range", .usage)
    static let referenceTooLong = TillFault("reference-too-long", .usage)

    static let referenceIsCard = TillFault("reference-is-card", .usage)
    static let noGateway = TillFault("no-gateway", .usage)
    static let nothingToResolve = TillFault("nothing-to-resolve", .usage)
    static let onlyItsReaderKnows = TillFault("only-its-reader-knows", .usage)
    static let accountMissing = TillFault("account-missing", .usage)
    static let accountElsewhere = TillFault("account-elsewhere", .usage)
    static let readerNotOffered = TillFault("reader-not-offered", .usage)
    static let updateNeeded = TillFault("update-needed", .usage)
    static let refundNeedsSale = TillFault("refund-needs-sale", .usage)
    static let notWithThisAccount = TillFault("not-with-this-account", .usage)
    static let noOperators = TillFault("no-operators", .usage)
    static let firstOperator = TillFault("first-operator", .usage)
    static let signInNeeded = TillFault("sign-in-needed", .signIn)
    static let wrongPIN = TillFault("wrong-pin", .signIn)

    static let notUndone = TillFault("not-undone", .reader, money: .moved)
    static let notOnThisReader = TillFault("not-on-this-reader", .usage)
    static let serviceNotOnReader = TillFault("service-not-on-reader", .usage)
    static let merchantAuthNotTaken = TillFault("merchant-auth-not-taken", .usage)
    static let nothingToStop = TillFault("nothing-to-stop", .usage)
    static let stopNotAllowed = TillFault("stop-not-allowed", .busy)
    static let scannerMissing = TillFault("scanner-missing", .reader)
    static let restartTooLong = TillFault("restart-too-long", .unreachable)

    static let originalMissing = TillFault("original-missing", .usage)
    static let originalOfOtherKind = TillFault("original-other-kind", .usage)
    static let originalAmount = TillFault("original-amount", .usage)
    static let otherCurrency = TillFault("other-currency", .usage)
    static let alreadyReversed = TillFault("already-reversed", .usage)
    static let alreadyCaptured = TillFault("already-captured", .usage)
    static let alreadyRefunded = TillFault("already-refunded", .usage)
    static let tooLateToReverse = TillFault("too-late-to-reverse", .usage)

    static func accountCurrency(_ currency: Currency) -> TillFault {
        TillFault("account-currency", .usage, detail: currency.alpha)
    }

    /// Not the reader that was used before, at its address.
    static func anotherReader(_ details: ReaderDetails) -> TillFault {
        TillFault("another-reader", .reader, detail: details.serialNumber)
    }

    static func refundTooHigh(_ left: Money) -> TillFault {
        TillFault("refund-too-high", .usage, detail: "\(left.decimal) \(left.currency.alpha)")
    }

    static func lockedOut(for wait: Duration) -> TillFault {
        TillFault("locked-out", .signIn, detail: String(max(1, wait.components.seconds)))
    }

    static func notPermitted(_ permission: Permission) -> TillFault {
        TillFault("not-permitted", .permission(permission), detail: permission.rawValue)
    }

    static func serviceRefused(statusCode: UInt16) -> TillFault {
        let digits = String(statusCode, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: 4 - digits.count)
        return TillFault("service-refused", .reader, detail: padding + digits)
    }

    static func pendingHeld(statusCode: UInt16) -> TillFault {
        TillFault("pending-not-fetched", .busy, detail: String(statusCode, radix: 16))
    }

    static func blocked(by payment: TransactionReference) -> TillFault {
        TillFault("unknown-payment", .unknownPayment(payment), detail: payment.text)
    }
}
