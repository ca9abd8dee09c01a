public import Wire

/// What an engineer must mend: the reader, the cable or we broke a rule. Outcomes of payments are not faults.
public enum ReaderFault: Error, Hashable, Sendable {
    /// Nothing answered at all: there is no reader, or it speaks another protocol.
    case noAnswer
    /// The link ended.
    case linkLost
    /// A frame was handed over and never acknowledged.
    case notAcknowledged
    /// The reader refused a frame three times.
    case rejected
    /// Nothing came for longer than the protocol allows.
    case timedOut
    /// The reader gave the session up (EOT).
    case sessionEnded
    /// A control sequence that has no business there.
    case unexpectedControl(UInt8)
    /// More noise between frames than any cable makes: something else is talking.
    case otherProtocol(firstBytes: [UInt8])
    /// A Datecs reader without a payment application.
    case noPaymentApplication
    /// Bytes that are not what the protocol says.
    case malformed(WireError)
    /// A message that has no business in this state, by its command.
    case unexpectedMessage(String)
    /// The reader refused to be initialised, with this status.
    case initialisationRefused(statusCode: UInt16)

    /// The stable name that stands on the screen, in the log and in the manual.
    public var code: String {
        switch self {
        case .noAnswer: "reader-no-answer"
        case .linkLost: "reader-link-lost"
        case .notAcknowledged: "reader-not-acknowledged"
        case .rejected: "reader-rejected"
        case .timedOut: "reader-timed-out"
        case .sessionEnded: "reader-session-ended"
        case .unexpectedControl: "reader-unexpected-control"
        case .otherProtocol: "reader-other-protocol"
        case .noPaymentApplication: "reader-no-payment-application"
        case .malformed: "reader-malformed"
        case .unexpectedMessage: "reader-unexpected-message"
        case .initialisationRefused: "reader-initialisation-refused"
        }
    }

    /// What an engineer wants to know besides; holds no data of a card or a customer.
    public var detail: String {
        switch self {
        case .unexpectedControl(let byte): hex([byte])
        case .otherProtocol(let bytes): hex(bytes)
        case .malformed(let error): error.description
        case .unexpectedMessage(let command): command
        case .initialisationRefused(let status): hex([UInt8(status >> 8), UInt8(status & 0xFF)])
        default: ""
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
