/// How an order stands. Source: gateways.md A.7; which state goes with which number is *inferred*, for 110 and 114 *own
/// choice*.
enum HiPayStatus: Int, Hashable {
    case authenticationFailed = 109
    case blocked = 110
    case authorizedAndPending = 112
    case refused = 113
    case expired = 114
    case cancelled = 115
    case authorized = 116
    case captureRequested = 117
    case captured = 118
    case partiallyCaptured = 119
    case refundRequested = 124
    case refunded = 125
    case partiallyRefunded = 126
    case authenticationRequested = 140
    case refundRefused = 165
    case captureRefused = 173
    case awaitingTerminal = 174
    case cancellationRequested = 175

    var state: String {
        switch self {
        case .authenticationFailed, .refused, .expired: "declined"
        case .blocked: "error"
        case .authorizedAndPending, .awaitingTerminal: "pending"
        case .authenticationRequested: "forwarding"
        case .cancelled, .authorized, .captureRequested, .captured, .partiallyCaptured, .refundRequested, .refunded,
            .partiallyRefunded, .refundRefused, .captureRefused, .cancellationRequested:
            "completed"
        }
    }

    var message: String {
        switch self {
        case .authenticationFailed: "Authentication Failed"
        case .blocked: "Blocked"
        case .authorizedAndPending: "Authorized and Pending"
        case .refused: "Refused"
        case .expired: "Expired"
        case .cancelled: "Cancelled"
        case .authorized: "Authorized"
        case .captureRequested: "Capture Requested"
        case .captured: "Captured"
        case .partiallyCaptured: "Partially Captured"
        case .refundRequested: "Refund Requested"
        case .refunded: "Refunded"
        case .partiallyRefunded: "Partially Refunded"
        case .authenticationRequested: "Authentication requested"
        case .refundRefused: "Refund Refused"
        case .captureRefused: "Capture Refused"
        case .awaitingTerminal: "Awaiting Terminal"
        case .cancellationRequested: "Authorization Cancellation Requested"
        }
    }
}
