import Acquirer
import Crypto
import Heft
import Payments
import TestKit
import Testing
import Time

@testable import Simulator

@Suite("What each input means to a running operation")
struct OperationTableTests {
    /// Rows: what is waited for. Columns: what comes. A change of behaviour is a changed line of the kept file, which
    /// `TILL_RECORD=1 swift test` writes anew.
    @Test("the table is the kept one")
    func table() throws {
        let euro = try #require(Currency(alpha: "EUR"))
        let path = "Tests/SimulatorTests/Golden/operation.txt"
        let lines = waits.flatMap { name, wait in inputs.map { "\(name) · \($0): \(reaction(euro, of: wait, to: $1))" }
        }
        KeptLines.expect(lines, matches: path)
    }

    private func reaction(_ euro: Currency, of wait: Operation.Waiting, to input: Operation.Input) -> String {
        let sale = TransactionFacts(
            amount: 3000, currency: euro, customerReference: nil, id: "sale", reversalID: "reversal", number: 1,
            isSigned: wait == .answer(.verdict, until: later))
        var operation = Operation.payment(sale, CardholderPlan(), challenge: Array(repeating: 7, count: 32))
        operation.steps = []
        operation.waiting = wait
        operation.progress = sale.isSigned ? .unsigned(approval) : .sent
        operation.isCancelAllowed = wait == .pause(until: later)
        let effects = operation.take(
            input, at: .zero, in: Operation.Surroundings(settings: .plain, stamp: "20260310101610"))
        let words = [word(operation.waiting), word(operation.progress)] + operation.steps.map(word) + effects.map(word)
        return words.joined(separator: ", ")
    }

    private let later = Uptime.zero + .seconds(9)
    private let approval = AcquirerAnswer(
        finStatus: .authorised, authorisationCode: "12345", authorisedAmount: 3000, statusMessage: nil)

    private var waits: [(String, Operation.Waiting)] {
        let questions: [(String, Operation.Question)] = [
            ("proof", .proof), ("connect", .connect), ("send", .send), ("receive", .receive),
            ("disconnect", .disconnect), ("verdict", .verdict),
        ]
        return [("event", .acknowledgement(cancelAllowed: true)), ("pause", .pause(until: later))]
            + questions.map { ($0, .answer($1, until: later)) }
    }

    private var inputs: [(String, Operation.Input)] {
        let data = Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + approval.json.bytes
        let proof = HMACSHA256.authenticate(Array(repeating: 7, count: 32) + [1], key: sharedSecret)
        return [
            ("acknowledged", .acknowledged), ("time up", .timeUp), ("cancel", .cancel),
            ("proof", .answer(.challengeAnswer(.success, ChallengeAnswer(random: [1], proof: proof)))),
            ("wrong proof", .answer(.challengeAnswer(.success, ChallengeAnswer(random: [2], proof: proof)))),
            ("connected", .answer(.hostConnectAnswer(.success))),
            ("not connected", .answer(.hostConnectAnswer(.connectError))),
            ("sent", .answer(.hostSendAnswer(.success))), ("not sent", .answer(.hostSendAnswer(.sendingError))),
            ("data", .answer(.hostReceiveAnswer(.success, data))),
            ("nonsense", .answer(.hostReceiveAnswer(.success, [1, 2, 3]))),
            ("no data", .answer(.hostReceiveAnswer(.receivingError, nil))),
            ("closed", .answer(.hostDisconnectAnswer(.success))),
            ("accepted", .answer(.signatureAnswer(.success))),
            ("refused", .answer(.signatureAnswer(.invalidSignature))),
        ]
    }

    private func word(_ waiting: Operation.Waiting) -> String {
        switch waiting {
        case .nothing: "goes on"
        case .acknowledgement, .pause, .answer: "waits"
        }
    }

    private func word(_ progress: Operation.Progress) -> String {
        switch progress {
        case .untouched: "untouched"
        case .sent: "sent"
        case .answered: "answered"
        case .unsigned: "unsigned"
        case .undone: "undone"
        }
    }

    private func word(_ step: Step) -> String {
        switch step {
        case .event(let status, _): "R001 \(status.hex)"
        case .ask(let question): "ask \(question)"
        case .send(let kind): "send \(kind.rawValue)"
        case .inquire(let subject): "inquire \(subject)"
        case .pause, .conclude, .loseLink: "\(step)"
        case .finish(let ending): "finish \(ending.status.hex) \(ending.finStatus)"
        }
    }

    private func word(_ effect: Operation.Effect) -> String {
        switch effect {
        case .send(let packet): packet.message.command.text
        case .told(let line): "“\(line)”"
        case .finish, .loseLink: "\(effect)"
        }
    }
}
