import Engine
import Gateways
import Ports
import Threads

/// Asks the acquirer's cloud and waits for its word: for commands that move no money.
struct CloudQuestions {
    private let access: CloudAccess
    private let http: any HTTPSender

    init(_ place: Workplace) throws(Stop) {
        access = try place.neededCloud(training: place.isTraining)
        http = try place.http()
    }

    func transactions(_ question: CloudQuestion) throws(Stop) -> [CloudTransaction] {
        let answers = Mailbox<CloudFinding>()
        access.ask(question, over: http) { answers.post($0) }
        switch answers.wait(until: nil).first {
        case .transactions(let transactions): return transactions
        case .trouble(let trouble): throw Stop(.noReader, trouble.code, ["detail": trouble.detail])
        default: throw Stop(.noReader, CloudTrouble.unreadable.code)
        }
    }

    func answer(_ call: BackOfficeCall) -> BackOfficeAnswer {
        let answers = Mailbox<BackOfficeAnswer>()
        access.ask(call, over: http) { answers.post($0) }
        return answers.wait(until: nil).first ?? .trouble(.unreachable)
    }
}
