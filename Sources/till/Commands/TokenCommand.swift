import Checkout
import Crypto
import Gateways
import Glibc
import Payments
import Terminal
import Text
import Time
import Transports

/// `till token ID`: the token of the card that paid, for `till moto`. It is told to standard output and nobody else.
struct TokenCommand {
    let place: Workplace
    let signals: SignalInbox
    let id: String
    /// On a terminal too.
    let shows: Bool

    func run() throws(Stop) -> ExitStatus {
        guard shows || isatty(STDOUT_FILENO) == 0 else { throw Stop(.usage, "token-on-terminal") }
        let row = try HistoryCommand(place: place).find(id)
        guard let transaction = row.result?.eftTransactionID else { throw Stop(.usage, "original-missing") }
        let cloud = try CloudQuestions(place)
        let gate = try Gate(place: place, signals: signals, training: place.isTraining)
        try gate.permit(.use(.refund, what: "card token"), signals: signals)
        switch cloud.answer(.token(eftTransactionID: transaction)) {
        case .token(let token): tell(token)
        case .refused(let code): throw Stop(.failed, "token-refused", ["detail": code])
        case .trouble(let trouble): throw Stop(.noReader, trouble.code, ["detail": trouble.detail])
        case .batch: throw Stop(.noReader, CloudTrouble.unreadable.code)
        }
        return .done
    }

    private func tell(_ token: Secret) {
        let text = token.withBytes { printable(String(decoding: $0, as: UTF8.self)) }
        guard place.invocation.json else { return Output.code(text) }
        Output.json(
            .object([
                ("event", "token"), ("at", .string(place.time.wallTime().rfc3339)), ("cardToken", .string(text)),
            ]))
    }
}
