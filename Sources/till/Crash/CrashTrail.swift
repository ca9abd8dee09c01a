import CPosix
import Checkout
import Engine

/// The names of the last events, for a crash report; never what they hold.
enum CrashTrail {
    static func note(_ event: EngineEvent) { note(event.event.trailName) }

    static func note(_ intent: Intent) { note(intent.trailName) }

    private static func note(_ name: StaticString) {
        name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) { cposix_crash_note($0) }
    }
}

extension TillEvent {
    fileprivate var trailName: StaticString {
        switch self {
        case .ready: "ready"
        case .connected: "connected"
        case .disconnected: "disconnected"
        case .started: "payment started"
        case .status: "status"
        case .signatureRequest: "signature requested"
        case .signatureCancelled: "signature withdrawn"
        case .result: "result"
        case .recovered: "recovered result"
        case .signedIn: "signed in"
        case .signedOut: "signed out"
        case .granted: "granted"
        case .permitted: "permitted"
        case .serving: "service started"
        case .progress: "progress"
        case .scanned: "scanned"
        case .served: "service ended"
        case .inquiry: "inquiry"
        case .settled: "settled"
        case .tipped: "tip"
        case .fault: "fault"
        }
    }
}

extension Intent {
    fileprivate var trailName: StaticString {
        switch self {
        case .connect: "asked to connect"
        case .expect: "asked for the reader of the last time"
        case .disconnect: "asked to disconnect"
        case .pay: "asked to pay"
        case .cancel: "asked to cancel"
        case .fetchPending: "asked for a kept result"
        case .serve: "asked for a service"
        case .stopService: "asked to stop a service"
        case .answerSignature: "signature answered"
        case .signIn: "asked to sign in"
        case .signOut: "asked to sign out"
        case .authorise: "asked to vouch"
        case .act: "asked to act"
        case .lookUp: "asked to look up"
        case .adjustTip: "asked for a tip"
        case .order: "asked for an order"
        case .sellFor: "told of an account"
        }
    }
}
