import Checkout
import Crypto
import Gateways
import Payments
import Ports
import Time

/// The merchant's gateway, where money is given back without a card and what has no answer is looked up.
extension EngineCore {
    mutating func askMerchant(_ question: CloudQuestion, of reference: TransactionReference) {
        guard let access = settings.merchant, let http = ports.http else {
            return take(.cloud(reference, .trouble(.unreachable)))
        }
        switch access.gateway {
        case .redsys(let gateway, let account):
            guard let account = account(), let request = gateway.request(for: question, as: account) else {
                return take(.cloud(reference, .unasked(question)))
            }
            let post = post
            http.send(request, timeout: CloudAccess.patience) { answer in
                let finding: CloudFinding =
                    switch answer {
                    case .success(let answer): gateway.read(answer, to: question, as: account)
                    case .failure: .trouble(.unreachable)
                    }
                post(.found(reference, finding))
            }
        case .opayo(let gateway, let account, _):
            guard let account = account() else { return take(.cloud(reference, .unasked(question))) }
            let identity = TransactionReference(random: ports.random.bytes(16)).text
            var conversation = OpayoConversation(.money(question), at: gateway, as: account, identity: identity)
            let step = conversation.begin()
            follow(step, conversation, of: reference)
        }
    }

    mutating func opayoSaid(_ reference: TransactionReference, _ answer: Result<HTTPAnswer, LinkFault>) {
        guard var errand = errands[reference] else { return }
        let step = errand.conversation.take(answer)
        if let hash = errand.conversation.passwordHash, !errand.isHashKept {
            errand.isHashKept = true
            if case .opayo(_, _, let keep) = settings.merchant?.gateway, !keep(hash) {
                tell(TillFault("hash-not-kept", .usage))
            }
        }
        errands[reference] = errand
        follow(step, errand.conversation, of: reference)
    }

    private mutating func follow(
        _ step: OpayoConversation.Step, _ conversation: OpayoConversation, of reference: TransactionReference
    ) {
        switch step {
        case .send(let request, let wait):
            var errand = errands[reference] ?? RunningErrand(conversation: conversation)
            errand.conversation = conversation
            errand.due = (ports.time.uptime() + wait, request)
            errands[reference] = errand
            sendDueErrands()
        case .ended(let finding):
            errands[reference] = nil
            take(.cloud(reference, finding.ofMoney.masked))
        }
    }

    /// When the next question of an errand is due.
    var errandDeadline: Uptime? { errands.values.compactMap { $0.due?.at }.min() }

    mutating func sendDueErrands() {
        let now = ports.time.uptime()
        for (reference, errand) in errands {
            guard let due = errand.due, due.at <= now, let http = ports.http else { continue }
            errands[reference]?.due = nil
            let post = post
            http.send(due.request, timeout: CloudAccess.patience) { post(.opayo(reference, $0)) }
        }
    }
}

/// A conversation with Opayo about money.
struct RunningErrand {
    var conversation: OpayoConversation
    /// What is sent next, and when.
    var due: (at: Uptime, request: HTTPRequest)?
    var isHashKept = false

    init(conversation: OpayoConversation) { self.conversation = conversation }
}

extension CloudFinding {
    /// Nothing was sent. What was to move money has not; what was to find out has found nothing out.
    fileprivate static func unasked(_ question: CloudQuestion) -> CloudFinding {
        if case .linked = question { return .trouble(.keyRefused) }
        return .refused(code: "account-missing")
    }
}

extension OpayoFinding {
    /// What it means to a payment.
    fileprivate var ofMoney: CloudFinding {
        switch self {
        case .money(let finding): finding
        case .refused(let errors): .refused(code: errors.joined(separator: " "))
        case .trouble(let trouble): .trouble(trouble)
        case .account, .neededUpdate, .updated: .trouble(.unreadable)
        }
    }
}
