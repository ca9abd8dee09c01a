import Acquirer
import Heft

/// How an operation ends. Source: heft.md 7.1, "Our default scenario", and 6.3.
enum Ending: Hashable, Sendable {
    case approved(AcquirerAnswer)
    case partlyApproved(AcquirerAnswer)
    /// The acquirer refused, or failed by its own account.
    case refused(AcquirerAnswer)
    case cancelledByCardHolder
    case cancelledByTill
    case signatureRefused
    case signatureUnanswered
    /// A sale whose end the reader did not see has been reversed since.
    case reversed
    case secretInvalid
    /// The acquirer could not be reached, or its answer did not arrive.
    case hostFailed(Status)
    case inputTimeout
    /// What was asked for is done, and no money has moved.
    case done
}

extension Ending {
    /// How a sale ends of which the acquirer has said this.
    init(_ answer: AcquirerAnswer) {
        self =
            switch answer.finStatus {
            case .authorised: .approved(answer)
            case .partialApproval: .partlyApproved(answer)
            case .declined, .failed: .refused(answer)
            }
    }

    var status: Status {
        switch self {
        case .approved, .refused, .reversed, .done: .success
        case .partlyApproved: .partialApproval
        case .cancelledByCardHolder: .userCancelled
        case .cancelledByTill: .posCancelled
        case .signatureRefused: .invalidSignature
        case .signatureUnanswered: .processingError
        case .secretInvalid: .sharedSecretInvalid
        case .hostFailed(let status): status
        case .inputTimeout: .inputTimeout
        }
    }

    var result: FinancialResult {
        switch self {
        case .approved: .approved
        case .partlyApproved: .partiallyApproved
        case .refused(let answer): answer.finStatus == .failed ? .notProcessed : .declined
        case .signatureRefused: .declined
        case .cancelledByCardHolder, .cancelledByTill, .signatureUnanswered, .reversed, .inputTimeout: .cancelled
        case .secretInvalid, .hostFailed: .notProcessed
        case .done: .processed
        }
    }

    /// The word in the XML.
    var finStatus: String {
        switch result {
        case .approved: "AUTHORISED"
        case .partiallyApproved: "PARTIAL_APPROVAL"
        case .declined: "DECLINED"
        case .cancelled: "CANCELLED"
        case .processed: "PROCESSED"
        default: "FAILED"
        }
    }

    /// For people.
    var text: String {
        switch self {
        case .approved(let answer): "Approved, code \(answer.authorisationCode)"
        case .partlyApproved(let answer): answer.statusMessage ?? "Partly approved"
        case .refused(let answer): answer.statusMessage ?? "Declined"
        case .cancelledByCardHolder: "Cancelled by the card holder"
        case .cancelledByTill: "Cancelled by the merchant"
        case .signatureRefused: "Signature refused"
        case .signatureUnanswered: "Signature not answered in time"
        case .reversed: "Reversed: the sale could not be finished"
        case .secretInvalid: "Shared secret invalid"
        case .hostFailed: "No connection to the host"
        case .inputTimeout: "Nobody answered in time"
        case .done: "Done"
        }
    }

    var authorisedAmount: UInt32 {
        switch self {
        case .approved(let answer), .partlyApproved(let answer): UInt32(clamping: answer.authorisedAmount)
        default: 0
        }
    }

    var authorisationCode: String? {
        switch self {
        case .approved(let answer), .partlyApproved(let answer): answer.authorisationCode
        default: nil
        }
    }

    /// The acquirer knows the sale: it has a GUID and receipts.
    var hasReceipts: Bool {
        switch self {
        case .approved, .partlyApproved, .refused, .signatureRefused, .signatureUnanswered, .reversed: true
        case .cancelledByCardHolder, .cancelledByTill, .secretInvalid, .hostFailed, .inputTimeout, .done: false
        }
    }

    /// The answer has no payload at all. Source: heft.md 2.5, V25.
    var isBare: Bool { self == .secretInvalid }
}
