import Acquirer
import Heft

/// What the card holder and the reader do with one amount, before and after the acquirer has spoken.
struct CardholderPlan: Hashable, Sendable {
    var isCancelledByCardHolder = false
    /// Signed for instead of a PIN.
    var isSigned = false
    /// The link breaks instead of the answer: after this wait, with an EOT or without. The result is kept.
    var loss: Loss?

    struct Loss: Hashable, Sendable {
        var wait: Duration
        var saysGoodbye = false
    }
}

extension Scenario {
    /// Source: heft.md 7.1.
    func plan(for amount: UInt32) -> CardholderPlan {
        switch (self, amount) {
        case (.default, 2000), (.sdk, 2000): CardholderPlan(isCancelledByCardHolder: true)
        case (.default, 3000), (.sdk, 3000): CardholderPlan(isSigned: true)
        case (.sdk, _): CardholderPlan(loss: Self.lossInSDK(amount))
        case (.default, _), (.demoMerchant, _), (.triggers, _), (.quiet, _): CardholderPlan()
        }
    }

    private static func lossInSDK(_ amount: UInt32) -> CardholderPlan.Loss? {
        switch amount {
        case 8000...8099: CardholderPlan.Loss(wait: .seconds(Int(amount) - 8000))
        case 9001: CardholderPlan.Loss(wait: .seconds(20))
        case 9002: CardholderPlan.Loss(wait: .seconds(15))
        case 9003: CardholderPlan.Loss(wait: .seconds(120))
        case 9005: CardholderPlan.Loss(wait: .seconds(1), saysGoodbye: true)
        case 8100...9999: CardholderPlan.Loss(wait: .seconds(1))
        default: nil
        }
    }
}

/// One thing the reader does in an operation; it goes on when the host has acknowledged or answered it.
enum Step: Hashable, Sendable {
    case event(Status, cancelAllowed: Bool)
    case ask(Operation.Question)
    /// H010, with this in it.
    case send(AcquirerRequest.Kind)
    /// H010 with something that no ledger knows of; whatever comes back will do.
    case inquire(String)
    /// Looks at what the acquirer said and decides how it goes on.
    case conclude
    case pause(Duration)
    /// The link breaks here; the result is kept.
    case loseLink(Ending, saysGoodbye: Bool)
    case finish(Ending)
}

extension [Step] {
    /// Source: heft.md 7.1, "Our default scenario".
    static func payment(_ kind: AcquirerRequest.Kind, _ plan: CardholderPlan) -> [Step] {
        let beginning: [Step] = [
            .event(.sharedSecretAuthentication, cancelAllowed: false), .ask(.proof),
            .event(.waitingCard, cancelAllowed: true), .event(.cardInserted, cancelAllowed: true),
            .event(.applicationSelection, cancelAllowed: true),
        ]
        if plan.isCancelledByCardHolder { return beginning + [.finish(.cancelledByCardHolder)] }
        let pin: [Step] = [.event(.pinInput, cancelAllowed: false), .event(.pinInputCompleted, cancelAllowed: false)]
        return beginning + (plan.isSigned ? [] : pin) + hostRound(kind) + [.conclude]
    }

    /// No card is asked for, but the secret is. *own choice*; the SDK's simulator goes straight to the host.
    static func void(_ kind: AcquirerRequest.Kind) -> [Step] {
        [.event(.sharedSecretAuthentication, cancelAllowed: false), .ask(.proof)] + hostRound(kind) + [.conclude]
    }

    static func hostRound(_ kind: AcquirerRequest.Kind) -> [Step] {
        [
            .event(.connecting, cancelAllowed: false), .ask(.connect), .event(.sending, cancelAllowed: false),
            .send(kind),
            .event(.receiving, cancelAllowed: false), .ask(.receive), .event(.disconnecting, cancelAllowed: false),
            .ask(.disconnect),
        ]
    }

    /// A round with the host that is about no money.
    static func inquiry(_ subject: String) -> [Step] {
        hostRound(.sale).map { if case .send = $0 { .inquire(subject) } else { $0 } }
    }

    /// Two rounds: software, then settings. *own choice*
    static let update: [Step] = inquiry("software") + inquiry("configuration") + [.finish(.done)]

    /// The card is read and shown to the acquirer. *own choice*
    static let tokenising: [Step] =
        [
            .event(.sharedSecretAuthentication, cancelAllowed: false), .ask(.proof),
            .event(.waitingCard, cancelAllowed: true), .event(.cardInserted, cancelAllowed: true),
        ] + inquiry("token") + [.finish(.done)]

    static let signing: [Step] = [.event(.waitingSignature, cancelAllowed: false), .ask(.verdict)]
}
