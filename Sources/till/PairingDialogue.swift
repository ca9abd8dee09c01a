import Crypto
import Glibc
import Localization
import Payments
import Ports
import Terminal
import Text
import Threads
import Transports

/// Pairs, and asks whoever is there what has to be known for that.
struct PairingDialogue {
    let place: Workplace
    let signals: SignalInbox
    let yes: Bool
    /// From a file.
    let pin: Secret?

    private enum Message: Sendable {
        case event(PairingEvent)
        case answer(isSame: Bool)
        case pin(Secret?)
        case signal
    }

    /// - Returns: why there is no pairing; nil where there is one.
    func run(_ pairing: any ReaderPairing, _ address: BluetoothAddress) -> PairingFault? {
        let inbox = Mailbox<Message>()
        let attempt = pairing.pair(address) { inbox.post(.event($0)) }
        signals.whenEnding { inbox.post(.signal) }
        while true {
            for message in inbox.wait(until: nil) {
                switch message {
                case .event(.paired): return nil
                case .event(.failed(let fault)): return fault
                case .event(let event): ask(event, attempt, inbox)
                case .answer(let isSame): attempt.confirm(isSame)
                case .pin(let pin?): attempt.enter(pin: pin)
                case .pin(nil), .signal: attempt.cancel()
                }
            }
        }
    }

    private var isJSON: Bool { place.invocation.json }
    private var catalogue: Catalogue { place.catalogue }

    private func ask(_ event: PairingEvent, _ attempt: any PairingAttempt, _ inbox: Mailbox<Message>) {
        switch event {
        case .confirmNumber(let number): compare(number, inbox)
        case .pinWanted: askPIN(inbox)
        // For the person at the reader alone: it stands in no event that a script may keep.
        case .showPIN(let pin): Output.message(catalogue.text("pairing.showPIN", ["pin": printable(pin)]))
        case .paired, .failed: break
        }
    }

    /// Whatever is no clear yes is a no.
    private func compare(_ number: String, _ inbox: Mailbox<Message>) {
        if isJSON { question("confirmNumber", number: number) }
        if yes { return inbox.post(.answer(isSame: true)) }
        guard isJSON || isatty(STDIN_FILENO) == 1 else { return inbox.post(.answer(isSame: false)) }
        if !isJSON { Output.prompt(catalogue.text("pairing.question", ["number": number]) + " ") }
        let words = catalogue.text("bundle.yesWords").split(separator: " ").map(String.init)
        let isJSON = isJSON
        startThread {
            let isYes =
                isJSON ? ScriptAnswer().value == "accept" : words.contains((readLine() ?? "").lowercased())
            inbox.post(.answer(isSame: isYes))
        }
    }

    private func askPIN(_ inbox: Mailbox<Message>) {
        if let pin { return inbox.post(.pin(pin)) }
        if isJSON { question("pin", number: nil) }
        let (isJSON, prompt, signals) = (isJSON, catalogue.text("pairing.pin") + " ", signals)
        startThread {
            var answer = isJSON ? ScriptAnswer() : nil
            inbox.post(.pin(isJSON ? answer?.takeSecret() : Self.typed(prompt, signals)))
        }
    }

    private func question(_ kind: String, number: String?) {
        Output.json(
            place.events.line(
                "question", place.time.wallTime(),
                [("id", 1), ("kind", .string(kind)), ("number", number.map(JSONValue.string)), ("expiresMs", 60_000)]))
    }

    /// On the terminal, without echo.
    private static func typed(_ prompt: String, _ signals: SignalInbox) -> Secret? {
        guard let terminal = try? SecretPrompt(signals: signals) else { return nil }
        defer { terminal.close() }
        guard var line = try? terminal.line(prompt) else { return nil }
        defer { wipe(&line) }
        return try? Secret(copying: line)
    }
}
