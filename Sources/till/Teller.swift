import Checkout
import Console
import Engine
import Gateways
import Glibc
import Localization
import Payments
import Text
import Transports

/// Tells the course of a command: JSON lines for scripts, sentences for people.
struct Teller {
    let place: Workplace
    let currency: Currency

    private var isJSON: Bool { place.invocation.json }
    private var catalogue: Catalogue { place.catalogue }

    func tell(_ event: EngineEvent) {
        guard !isJSON else {
            if let object = place.events.object(event) { Output.json(object) }
            return
        }
        if case .scanned(let code) = event.event { Output.code(code) }
        for line in lines(event.event) { Output.line(line) }
        if case .fault(let fault) = event.event { say(fault) }
    }

    /// Why a command ended before it began.
    static func stop(_ stop: Stop, _ place: Workplace) {
        guard !place.invocation.json else {
            let time = place.time.wallTime()
            return Output.json(
                place.events.error(code: stop.code, money: stop.money, stop.arguments, time))
        }
        let said = place.catalogue.error(stop.code, stop.arguments)
        Output.message(said.text)
        if let next = said.next { Output.message(next) }
    }

    /// What a person should know before anything begins.
    static func note(_ key: String, _ place: Workplace) { Output.message(place.catalogue.text("cli.said.\(key)")) }

    /// A sentence of the till's own, besides the events.
    func say(_ code: String) {
        Output.message(catalogue.error(code).text)
    }

    private func say(_ fault: TillFault) {
        let said = catalogue.error(fault.code, ["detail": fault.detail])
        let isSaid = fault.detail.isEmpty || said.text.contains(fault.detail)
        let detail = isSaid ? "" : " (\(printable(fault.detail)))"
        Output.message("\(said.text)\(detail) \(catalogue.text("money.\(fault.money.rawValue)"))")
        if let next = said.next { Output.message(next) }
    }

    private func lines(_ event: TillEvent) -> [String] {
        switch event {
        case .ready, .started, .fault, .disconnected(_, nil), .signedIn, .signedOut, .granted, .permitted, .serving: []
        case .progress(_, let notice): [catalogue.words(of: notice)]
        case .scanned: []
        case .served(_, let result): catalogue.words(for: result)
        case .connected(let details):
            [
                catalogue.text(
                    "cli.said.connected",
                    ["name": printable(details.applicationName), "serial": printable(details.serialNumber)])
            ]
        case .disconnected: [catalogue.text("cli.said.disconnected")]
        case .status(let notice, _): [catalogue.words(for: notice)]
        case .signatureRequest: [catalogue.text("cli.said.signature")]
        case .signatureCancelled: [catalogue.text("cli.said.signatureCancelled")]
        case .recovered(_, let outcome, let result, _):
            [catalogue.text("cli.said.recovered")] + ending(outcome, result)
        case .result(_, let outcome, let result, _), .settled(_, let outcome, let result): ending(outcome, result)
        case .tipped(_, let money, let outcome, let trouble):
            [catalogue.words(for: outcome, of: money), trouble.map { catalogue.error($0.code).text }].compactMap(\.self)
        case .inquiry(_, let inquiry):
            [catalogue.words(for: inquiry).text, catalogue.words(for: inquiry).trouble].compactMap(\.self)
        }
    }

    /// Nothing more could be found out about a payment.
    func leave(_ reference: TransactionReference) {
        let result = TransactionResult(finStatus: "UNDEFINED")
        guard isJSON else {
            return Output.line(catalogue.text("inquiry.left", ["reference": String(reference.text.prefix(8))]))
        }
        let event = TillEvent.settled(reference: reference, .unknown, result)
        tell(EngineEvent(at: place.time.wallTime(), journalID: nil, event: event))
    }

    private func ending(_ outcome: Outcome, _ result: TransactionResult) -> [String] {
        let words = catalogue.words(for: outcome)
        let paid = outcome == .approved || outcome == .partlyApproved ? result.authorisedAmount : nil
        let units = paid ?? result.requestedAmount
        let currency = result.currency.flatMap { Currency(named: $0) } ?? currency
        let amount = units.map { catalogue.moneyWithCode(Money(minorUnits: $0, currency: currency)) } ?? ""
        let code = result.authorisationCode.map { "  \(printable($0))" } ?? ""
        guard result.type != "TOKENIZE_CARD" else { return keeping(words.word, outcome, result) }
        let done = outcome == .approved ? Self.otherThanSales[result.type ?? ""] : nil
        let said = done.map { [catalogue.text("page.receipt.done.\($0)")] } ?? [words.sentence, words.next]
        return (["\(words.word)  \(amount)\(code)"] + said).filter { !$0.isEmpty }
    }

    /// No money was about to move, so nothing is said of any.
    private func keeping(_ word: String, _ outcome: Outcome, _ result: TransactionResult) -> [String] {
        let sentence = catalogue.text(outcome == .approved ? "cli.said.cardKept" : "cli.said.cardNotKept")
        let token = result.cardToken.map { catalogue.text("cli.said.token", ["token": printable($0)]) }
        return ["\(word)  \(sentence)", token].compactMap(\.self)
    }
}

extension Teller {
    /// What has words of its own once it is done, by the reader's name for it. Source: heft.md 4.3.
    private static let otherThanSales = [
        "REFUND": "refund", "VOID_SALE": "reversal", "VOID_REFUND": "reversal", "VOID_CASH_ADVANCE": "reversal",
        "VOID_LOYALTY": "reversal", "CASH_ADVANCE": "cashAdvance", "LOYALTY_SPEND": "loyaltySpend",
        "PRE_AUTHORISATION": "preauthorisation", "CAPTURE": "capture", "RELEASE": "release",
    ]
}

// MARK: Questions

extension Teller {
    /// Somebody can answer: a script on standard input, or a person at a terminal.
    var canAnswer: Bool { isJSON || isatty(STDIN_FILENO) == 1 }

    func ask(id: Int, seconds: Int, _ event: EngineEvent) {
        if isJSON {
            Output.json(place.events.question(id: id, seconds: seconds, event.at))
        } else if canAnswer {
            Output.prompt(catalogue.text("cli.said.signatureQuestion", ["seconds": String(seconds)]) + " ")
        }
    }

    /// Whether what was approved in part stands.
    func askInPart(id: Int) {
        if isJSON {
            Output.json(place.events.question(id: id, place.time.wallTime()))
        } else if canAnswer {
            Output.prompt(catalogue.text("cli.said.partialQuestion") + " ")
        }
    }

    func askForTip(id: Int) {
        guard isJSON else { return Output.prompt(catalogue.text("cli.said.tipQuestion") + " ") }
        Output.json(place.events.question(id: id, "gratuity", [], place.time.wallTime()))
    }

    /// Minor units; 0 for none. Nil for what is no amount: the question stands.
    func tip(in line: String, for id: Int) -> Int64? {
        guard let text = value(in: line, for: id) else { return nil }
        if text.isEmpty || text == "0" { return 0 }
        guard let tip = try? AmountText.parse(text, currency: currency) else {
            if !isJSON { Output.prompt(catalogue.text("cli.said.tipQuestion") + " ") }
            return nil
        }
        return tip.minorUnits
    }

    func askReferral(id: Int, phone: String) {
        guard isJSON else {
            return Output.prompt(catalogue.text("cli.said.referralQuestion", ["phone": printable(phone)]) + " ")
        }
        Output.json(
            place.events.question(id: id, "voiceReferral", [("phone", .string(phone))], place.time.wallTime()))
    }

    /// A code, or the word for no; an empty line is no.
    func referral(in line: String, for id: Int) -> ReferralAnswer? {
        guard let text = value(in: line, for: id) else { return nil }
        let isDenied = text.isEmpty || text == "decline" || text.lowercased() == catalogue.text("cli.said.declineWord")
        return isDenied ? .denied : .code(text)
    }

    /// What was typed, or the value of a script's answer to this question.
    private func value(in line: String, for id: Int) -> String? {
        guard isJSON else { return line }
        guard let object = try? JSONValue.parse(line), object["answer"]?.integerValue == Int64(id) else { return nil }
        return object["value"]?.stringValue
    }

    /// What a line of input says: `{"answer":ID,"value":"accept"}`, or a word at a terminal. Nil for anything else.
    func verdict(in line: String, for id: Int) -> SignatureVerdict? {
        guard isJSON else { return word(line) }
        guard let object = try? JSONValue.parse(line), object["answer"]?.integerValue == Int64(id) else { return nil }
        return switch object["value"]?.stringValue {
        case "accept": .accepted
        case "decline", "reverse": .declined
        default: nil
        }
    }

    private func word(_ line: String) -> SignatureVerdict? {
        let typed = line.lowercased()
        if typed == catalogue.text("cli.said.acceptWord") { return .accepted }
        if typed == catalogue.text("cli.said.declineWord") { return .declined }
        Output.prompt(catalogue.text("cli.said.signatureWords") + " ")
        return nil
    }
}
