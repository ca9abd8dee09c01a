import Checkout
import Engine
import Gateways
import Payments
import Ports
import Threads
import Transports

/// Asks the merchant's gateway what it knows of a payment, and waits for its word. No money moves.
struct MerchantQuestions {
    private let place: Workplace
    private let access: MerchantAccess

    init(_ place: Workplace) throws(Stop) {
        self.place = place
        access = try place.neededMerchantAccess(training: place.isTraining)
    }

    /// - Parameter question: one that this gateway answers.
    func transactions(_ question: CloudQuestion) throws(Stop) -> [CloudTransaction] {
        switch try finding(question) {
        case .transactions(let transactions): return transactions
        case .trouble(let trouble): throw Stop(.noReader, trouble.code, ["detail": trouble.detail])
        default: throw Stop(.noReader, CloudTrouble.unreadable.code)
        }
    }

    private func finding(_ question: CloudQuestion) throws(Stop) -> CloudFinding {
        switch access.gateway {
        case .redsys(let gateway, let account):
            guard let account = account(), let request = gateway.request(for: question, as: account) else {
                throw Stop(.credentials, "account-missing")
            }
            let answers = Mailbox<Result<HTTPAnswer, LinkFault>>()
            try place.http().send(request, timeout: CloudAccess.patience) { answers.post($0) }
            guard case .success(let answer)? = answers.wait(until: nil).first else { return .trouble(.unreachable) }
            return gateway.read(answer, to: question, as: account)
        case .opayo(let gateway, let account, _):
            guard let account = account() else { throw Stop(.credentials, "account-missing") }
            let clerk = OpayoClerk(
                at: gateway, as: account, over: try place.http(), time: place.time, random: try place.random())
            switch clerk.run(.money(question)) {
            case .money(let finding): return finding
            case .refused(let errors): throw Stop(opayo: errors)
            case .trouble(let trouble): return .trouble(trouble)
            case .account, .neededUpdate, .updated: return .trouble(.unreadable)
            }
        }
    }
}
