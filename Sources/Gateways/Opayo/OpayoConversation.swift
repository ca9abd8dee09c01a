public import Crypto
import Payments
public import Ports

/// One errand at Opayo's service, from the opening of the account to the end, as a machine: it says what to send, takes
/// what came back, and says what then. Money commands are sent once; what follows them only asks. Source: gateways.md D.3.
public struct OpayoConversation: Sendable {
    public enum Step: Sendable {
        /// After that much time.
        case send(HTTPRequest, after: Duration)
        case ended(OpayoFinding)
    }

    private enum Stage {
        case opening
        /// The errand's own command was sent.
        case begun
        /// It runs; asked how far it is, the how manieth time.
        case asking(Int)
        /// The code of the issuer was sent.
        case answering
    }

    private let gateway: OpayoGateway
    private let account: OpayoAccount
    private let errand: OpayoErrand
    private let identity: String
    private var stage = Stage.opening
    private var requests = 0
    private var session = ""
    private var channel: String?
    /// What went on since the last step, by name.
    public private(set) var events: [String] = []
    /// All that the last answer told.
    private var told: [String] = []
    /// Takes the password's place from now on: to be kept before anything else is asked.
    public private(set) var passwordHash: Secret?

    /// - Parameter identity: makes the requests' names different from everybody else's.
    public init(_ errand: OpayoErrand, at gateway: OpayoGateway, as account: OpayoAccount, identity: String) {
        self.errand = errand
        self.gateway = gateway
        self.account = account
        self.identity = identity
    }

    /// Questions follow each other no faster. Source: gateways.md D.3.
    static let interval = Duration.milliseconds(750)
    /// So often it is asked how far it is: three minutes. Source: gateways.md D.3, clients' times.
    static let mostQuestions = 240

    public mutating func begin() -> Step { send("openPaymentGateway", gateway.opening(account, for: errand)) }

    public mutating func take(_ answer: Result<HTTPAnswer, LinkFault>) -> Step {
        events = []
        let http: HTTPAnswer
        switch answer {
        case .failure: return lost(.unreachable)
        case .success(let answer): http = answer
        }
        switch OpayoAnswer.read(http, to: requestID) {
        case .answer(let said):
            events = Array(said.events.dropFirst(said.events.starts(with: told) ? told.count : 0))
            told = said.events
            return follow(said)
        case .refused(let word):
            return .ended(hasAskedForMoney ? .money(.refused(code: word)) : .refused(errors: [word]))
        case .trouble(let trouble): return lost(trouble)
        }
    }

    private mutating func follow(_ said: OpayoAnswer) -> Step {
        switch stage {
        case .opening: opened(said)
        case .begun, .asking, .answering: running(said)
        }
    }

    private mutating func opened(_ said: OpayoAnswer) -> Step {
        let data = said.command["openPaymentGatewayData"]
        guard data?["result"]?.stringValue == "SUCCESS", let id = data?["paymentGatewayId"]?.stringValue else {
            return .ended(said.errors.isEmpty ? .trouble(.unreadable) : .refused(errors: said.errors))
        }
        session = id
        told = []
        if case .account = errand {
            return .ended(.account(AccountInformation(data?["accountInfo"] ?? .object([JSONValue.Member]()))))
        }
        guard let (method, parameters) = errand.command else { return .ended(.trouble(.unreadable)) }
        stage = .begun
        return send(method, parameters)
    }

    /// The command's own answer, or how far it is.
    private mutating func running(_ said: OpayoAnswer) -> Step {
        passwordHash = said.command["passwordHash"]?.stringValue.flatMap(Secret.init(text:)) ?? passwordHash
        if said.isCompleted { return .ended(errand.ending(said)) }
        channel = said.command["chanId"]?.stringValue ?? channel
        guard let channel else { return lost(.unreadable) }
        let questions = (said.command["requiredInformation"]?.elements ?? []).compactMap(\.stringValue)
        if !questions.isEmpty { return answer(questions, on: channel) }
        return askAgain(on: channel)
    }

    private mutating func askAgain(on channel: String) -> Step {
        let count = if case .asking(let count) = stage { count + 1 } else { 1 }
        guard count <= Self.mostQuestions else { return lost(.unreachable) }
        stage = .asking(count)
        return send(errand.progressMethod, [("chanId", .string(channel))], after: Self.interval)
    }

    /// Answered is what the till knows: the issuer's code, and whether the card is there. Any other question ends the
    /// transaction.
    private mutating func answer(_ questions: [String], on channel: String) -> Step {
        let channel: (String, JSONValue?) = ("chanId", .string(channel))
        let answers = questions.compactMap(answer)
        stage = .answering
        guard answers.count == questions.count else { return send("cancelPaymentTransaction", [channel]) }
        return send("continuePaymentTransaction", [channel] + answers)
    }

    /// The words are our *own choice*, after those of the SDK: `requiresVoiceReferral`, `requiresSpecifyingCardPresence`
    /// and its three states. Source: gateways.md D.2.
    private func answer(_ question: String) -> (String, JSONValue?)? {
        switch (question, errand) {
        case ("VoiceReferral", .money(.referredSale(_, let code))):
            ("voiceReferral", ["handled": "APPROVED", "code": .string(code)])
        // The reader had read it when the issuer asked to be called; a refund of an earlier sale needs none.
        case ("CardPresence", .money(.referredSale)): ("cardPresent", "YES")
        case ("CardPresence", .money(.linkedRefund)): ("cardPresent", "NO")
        default: nil
        }
    }

    private var hasAskedForMoney: Bool {
        guard case .money = errand else { return false }
        if case .opening = stage { return false }
        return true
    }

    /// Before the money command went out nothing can have happened. A question that was lost is asked again; the
    /// service answers it the same.
    private mutating func lost(_ trouble: CloudTrouble) -> Step {
        if case .asking(let count) = stage, count < Self.mostQuestions, let channel, trouble == .unreachable {
            return askAgain(on: channel)
        }
        guard hasAskedForMoney else {
            return .ended(errand.movesMoney ? .refused(errors: [trouble.code]) : .trouble(trouble))
        }
        return .ended(.money(.trouble(trouble)))
    }

    private var requestID: String { "\(identity)-\(requests)" }

    private mutating func send(
        _ method: String, _ parameters: [(String, JSONValue?)], after wait: Duration = .zero
    ) -> Step {
        requests += 1
        let own: [(String, JSONValue?)] = session.isEmpty ? [] : [("paymentGatewayId", .string(session))]
        return .send(gateway.command(method, own + parameters, requestID: requestID), after: wait)
    }
}
