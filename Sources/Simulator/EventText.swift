import Heft

extension Status {
    /// What a virtual reader says with the event. [own choice of words]
    var eventText: String {
        switch self {
        case .waitingCard: "Insert, swipe or tap card"
        case .cardInserted: "Card detected"
        case .applicationSelection: "Selecting application"
        case .pinInput: "Enter PIN"
        case .pinInputCompleted: "PIN entered"
        case .sharedSecretAuthentication: "Checking shared secret"
        case .waitingSignature: "Waiting for signature"
        case .connecting: "Connecting to host"
        case .sending: "Sending to host"
        case .receiving: "Receiving from host"
        case .disconnecting: "Disconnecting from host"
        default: "Working"
        }
    }
}
