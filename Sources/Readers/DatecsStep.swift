import Datecs
import Payments

/// Steps of a transaction that the till sees for itself. Their numbers are ours, and stand behind those of the reader's
/// own messages. *own choice* (datecs.md 17)
enum DatecsStep: UInt16, CaseIterable {
    case started = 0xD101
    case connectingToBank
    case sending
    case receiving
    case enterPIN
    case chooseApplication
    case online
    case tooLateToCancel
    /// The reader works on something that was begun before.
    case stillBusy
    case testingConnection

    init?(_ state: ReaderState) {
        switch state {
        case .started: self = .started
        case .selectingApplication: self = .chooseApplication
        case .pinEntry: self = .enterPIN
        case .online: self = .online
        default: return nil
        }
    }

    /// The stable name in JSON.
    var name: String {
        switch self {
        case .started: "STARTED"
        case .connectingToBank: "CONNECTING_TO_BANK"
        case .sending: "SENDING"
        case .receiving: "RECEIVING"
        case .enterPIN: "ENTER_PIN"
        case .chooseApplication: "CHOOSE_APPLICATION"
        case .online: "ONLINE_AUTHORIZATION"
        case .tooLateToCancel: "TOO_LATE_TO_CANCEL"
        case .stillBusy: "STILL_BUSY"
        case .testingConnection: "TESTING_CONNECTION"
        }
    }
}

extension ReaderNotice {
    static func datecs(_ step: DatecsStep, cancelAllowed: Bool, detail: Detail? = nil) -> ReaderNotice {
        ReaderNotice(
            code: step.rawValue, name: step.name, text: "", detail: detail, cancelAllowed: cancelAllowed)
    }

    /// The reader's own message, by its number behind D000.
    static func datecs(_ message: DisplayMessage, cancelAllowed: Bool) -> ReaderNotice {
        let words = (message.name ?? "").uppercased().split { !$0.isLetter }
        return ReaderNotice(
            code: 0xD000 | UInt16(UInt8(clamping: message.rawValue)), name: words.joined(separator: "_"), text: "",
            detail: nil, cancelAllowed: cancelAllowed)
    }
}
