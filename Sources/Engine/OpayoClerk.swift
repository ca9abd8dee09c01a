public import Gateways
import Payments
public import Ports
import Threads
import Time

/// Does errands at Opayo that move no money: the account, and updates. What moves money is the engine's.
public struct OpayoClerk: Sendable {
    private let gateway: OpayoGateway
    private let account: OpayoAccount
    private let http: any HTTPSender
    private let time: any TimeSource
    private let random: any RandomSource

    public init(
        at gateway: OpayoGateway, as account: OpayoAccount, over http: any HTTPSender, time: any TimeSource,
        random: any RandomSource
    ) {
        self.gateway = gateway
        self.account = account
        self.http = http
        self.time = time
        self.random = random
    }

    /// Waits for the end of it.
    /// - Parameter progress: gets the names of what goes on, in order, on this thread.
    public func run(_ errand: OpayoErrand, progress: (String) -> Void = { _ in }) -> OpayoFinding {
        let identity = TransactionReference(random: random.bytes(16)).text
        var conversation = OpayoConversation(errand, at: gateway, as: account, identity: identity)
        let answers = Mailbox<Result<HTTPAnswer, LinkFault>>()
        var step = conversation.begin()
        while true {
            switch step {
            case .ended(let finding): return finding
            case .send(let request, let wait):
                if wait > .zero { _ = answers.wait(until: time.nanoseconds(of: time.uptime() + wait)) }
                http.send(request, timeout: CloudAccess.patience) { answers.post($0) }
                step = conversation.take(answers.wait(until: nil).first ?? .failure(LinkFault(.timedOut)))
                conversation.events.forEach(progress)
            }
        }
    }
}
