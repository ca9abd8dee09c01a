import Acquirer
import Heft
import Markup
import Payments
import Time

/// What a reader does besides payments. Source: heft.md 5.5 to 5.7.
extension VirtualHeftReader {
    /// How long it is away when it restarts. *own choice*
    static let restartTime = Duration.seconds(1)
    /// How long a code takes to be read. *own choice*
    static let scanTime = Duration.milliseconds(300)
    /// Says that it is not the model without a scanner. *own choice*
    static let scannerModel: UInt8 = 1

    mutating func setLogLevel(_ level: UInt8, at now: Uptime) {
        guard let level = LogLevel(rawValue: level) else {
            return send(.setLogLevelAnswer(.invalidData), for: .aside, at: now)
        }
        log.level = level
        send(.setLogLevelAnswer(.success), for: .aside, at: now)
    }

    mutating func sendLog(at now: Uptime) {
        let bytes = log.bytes
        send(.fetchLogAnswer(bytes == nil ? .noDataAvailable : .success, bytes), for: .aside, at: now)
    }
}

// MARK: Update

extension VirtualHeftReader {
    mutating func beginUpdate(at now: Uptime) {
        emit(.event("update"))
        begin(.service(.update, of: facts(reference: nil), challenge: []), at: now)
    }

    /// The answer says whether it is about to restart.
    mutating func finishUpdate(_ ending: Ending, at now: Uptime) {
        state = .idle
        restartsAfterAnswer = ending == .done && settings.quirks.contains(.restarting)
        var answer = FinanceAnswer.bare(ending.result, ending.finStatus)
        if restartsAfterAnswer { answer.resultByte |= 0x80 }
        emit(.event("answer F061 \(ending.status.hex)"))
        send(.financeAnswer(.update, ending.status, answer), for: .aside, at: now)
    }

    /// Drops the link, and comes back with another version of its application.
    mutating func restart(at now: Uptime) {
        restartsAfterAnswer = false
        applicationMinor &+= 1
        restartUntil = now + Self.restartTime
        breakLink("restarting", at: now)
    }

    func isAway(at now: Uptime) -> Bool { restartUntil.map { now < $0 } ?? false }
}

// MARK: Keeping a card

extension VirtualHeftReader {
    mutating func beginTokenising(_ xml: XMLText, at now: Uptime) {
        number += 1
        emit(.event("tokenize_card \(number)"))
        let facts = facts(reference: xml.field("CustomerReference"))
        begin(.service(.tokenise, of: facts, challenge: random.bytes(32)), at: now)
    }

    /// No amount, no receipts, and nothing is kept for later. Source: heft.md 4.2.
    mutating func finishTokenising(_ facts: TransactionFacts, _ ending: Ending, at now: Uptime) {
        state = .idle
        emit(.event("answer F081 \(ending.status.hex)"))
        guard !ending.isBare else { return send(.tokeniseAnswer(ending.status, nil), for: .aside, at: now) }
        let isDone = ending == .done
        let card: [(String, String?)] = [
            ("CardToken", facts.token), ("CardTokenizationGuid", facts.id), ("CardEntryType", "ICC"),
            ("CardSchemeName", settings.card.schemeName), ("CardTypeId", settings.card.typeID),
            ("MaskedCardNumber", settings.card.maskedNumber), ("EFTTimestamp", clock.stamp(at: now)),
        ]
        let fields: [(String, String?)] =
            [
                ("StatusMessage", ending.text), ("TransactionType", "TOKENIZE_CARD"),
                ("FinancialStatus", isDone ? "AUTHORISED" : ending.finStatus),
                ("CustomerReference", facts.customerReference),
            ] + (isDone ? card : [])
        let nodes = fields.compactMap { name, text in text.map { MarkupNode(name, text: $0) } }
        let document = MarkupNode(
            "CardTokenizationResponse", children: nodes + KeptResult.deviceFields(settings))
        send(.tokeniseAnswer(ending.status, XMLText(document)), for: .aside, at: now)
    }

    /// An operation without an amount has a number and ids all the same.
    private mutating func facts(reference: String?) -> TransactionFacts {
        TransactionFacts(
            amount: 0, currency: Money.nothing.currency, customerReference: reference, id: nextGUID(),
            reversalID: "", number: number)
    }
}

// MARK: Scanner

extension VirtualHeftReader {
    mutating func beginScanning(_ xml: XMLText, at now: Uptime) {
        guard settings.quirks.contains(.scanner), (try? xml.parsed())?.name == "enableScanner" else {
            return send(.xmlCommandAnswer(.scannerNotSupported, nil), for: .aside, at: now)
        }
        let patience = Duration.seconds(Int(xml.field("timeoutSeconds").flatMap(UInt16.init) ?? 60))
        state = .scanning(
            Scan(
                isSingle: xml.field("multiScan") == "false", patience: patience, nextAt: now + scanPause,
                endsAt: now + patience))
        emit(.event("scanner on"))
        scanIfDue(at: now)
    }

    /// Reads the next code, or gives up, where its time has come.
    mutating func scanIfDue(at now: Uptime) {
        guard case .scanning(var scan) = state, let due = scan.deadline, due <= now else { return }
        guard scan.nextAt == due, !scan.codes.isEmpty else { return stopScanning(.inputTimeout, at: now) }
        let code = scan.codes.removeFirst()
        scan.nextAt = nil
        scan.isWaiting = true
        state = .scanning(scan)
        emit(.event("scanned \(code)"))
        let fields = [MarkupNode("code", text: code), MarkupNode("StatusMessage", text: "Code scanned")]
        send(.event(.scannerEvent, XMLText(MarkupNode("scannerEvent", children: fields))), for: .step, at: now)
    }

    /// The host has the code.
    mutating func scanGoesOn(at now: Uptime) {
        guard case .scanning(var scan) = state else { return }
        guard !scan.isSingle else { return stopScanning(.success, at: now) }
        scan.isWaiting = false
        scan.nextAt = scan.codes.isEmpty ? nil : now + scanPause
        scan.endsAt = now + scan.patience
        state = .scanning(scan)
    }

    mutating func stopScanning(_ status: Status, at now: Uptime) {
        state = .idle
        emit(.event("scanner off"))
        if status == .posCancelled, settings.quirks.contains(.idleAnswer) {
            send(.idleAnswer(.success, nil), for: .aside, at: now)
        }
        let document = MarkupNode(
            "enableScannerResponse", children: [MarkupNode("StatusMessage", text: "Success")])
        send(.xmlCommandAnswer(status, XMLText(document)), for: .aside, at: now)
    }

    private var scanPause: Duration { settings.pace == .instant ? .zero : Self.scanTime }
}
