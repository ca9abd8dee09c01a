import Heft
import Markup
import Payments
import Time
import Wire

/// What the reader says.
extension HeftSession {
    mutating func receive(_ message: Result<Message, WireError>, at now: Uptime) -> [ReaderEffect] {
        let packet: Packet
        do throws(WireError) {
            packet = try Packet(message.get())
        } catch {
            return settleAcknowledgement() + malformed(error)
        }
        if case .operating(let operation) = phase, let effects = answer(packet, to: operation) {
            return effects
        }
        if hearsLateResults, case .financeAnswer(let finance, let status, let answer?) = packet, finance.isAboutMoney {
            acknowledgement = .held
            return [.event(.recovered(HeftReading.readRecovered(status, answer)))]
        }
        return settleAcknowledgement() + acknowledgedPacket(packet, at: now)
    }

    /// No payment waits for an answer that an earlier one's could be taken for.
    private var hearsLateResults: Bool {
        switch phase {
        case .ready: true
        case .operating(let operation): operation.movesNoMoney
        case .fresh, .initialising, .settingLogLevel, .closed: false
        }
    }

    private mutating func acknowledgedPacket(_ packet: Packet, at now: Uptime) -> [ReaderEffect] {
        switch phase {
        case .initialising(let step): initialised(packet, step, at: now)
        case .settingLogLevel(let details, _): logLevelSet(packet, details)
        case .operating(let operation): during(operation, packet, at: now)
        case .ready: unasked(packet, at: now)
        case .fresh, .closed: []
        }
    }

    /// A message that lies about itself, in good frames. The session goes on; an answer that can't be read ends its
    /// operation all the same.
    private mutating func malformed(_ error: WireError) -> [ReaderEffect] {
        let fault = ReaderEffect.event(.fault(.malformed(error)))
        guard case .operating(let operation) = phase, error.path.first == operation.answerCommand.text else {
            return [fault]
        }
        return [fault] + end(operation, with: nil)
    }
}

// MARK: Initialisation

extension HeftSession {
    private mutating func initialised(
        _ packet: Packet, _ step: Initialising, at now: Uptime
    ) -> [ReaderEffect] {
        guard case .initialiseAnswer(let status, let answer) = packet else {
            return []  // left over from before: ignored until I001. *inferred*
        }
        if status == .invalidData, !step.isShortForm {
            return initialise(step.clock, shortForm: true, at: now)
        }
        guard status == .success, let answer else {
            return close(.initialisationRefused(statusCode: status.rawValue))
        }
        if answer.bufferSize < HeftLimits.advertisedFrameIgnored {
            sender.maxFrame = Int(answer.bufferSize)
        }
        phase = .settingLogLevel(Self.details(answer), until: now + HeftLimits.initialisation)
        return send(.setLogLevel(logLevel.rawValue), at: now)
    }

    /// A reader that does not take the level is as good as one that does.
    private mutating func logLevelSet(_ packet: Packet, _ details: ReaderDetails) -> [ReaderEffect] {
        guard case .setLogLevelAnswer = packet else { return [] }
        phase = .ready
        return [.event(.connected(details))]
    }

    private static func details(_ answer: InitialiseAnswer) -> ReaderDetails {
        let fields = try? answer.xml.parsed()
        return ReaderDetails(
            serialNumber: answer.serialNumber, publicKeyVersion: Int(answer.publicKeyVersion),
            emvParameterVersion: Int(answer.emvParameterVersion), applicationName: answer.applicationName,
            applicationVersion: "\(answer.applicationMajor).\(answer.applicationMinor)",
            manufacturerCode: Int(answer.manufacturerCode), modelCode: Int(answer.modelCode),
            battery: fields?["BatteryStatus"], resultPending: fields?["TransactionResultPending"] == "true")
    }
}

// MARK: Between operations

extension HeftSession {
    /// Nothing runs: requests are refused, the rest is told and dropped.
    private mutating func unasked(_ packet: Packet, at now: Uptime) -> [ReaderEffect] {
        switch packet {
        case .event(let status, let xml): [.event(.notice(Self.notice(status, xml)))]
        case .hostConnect, .hostSend, .hostReceive, .hostDisconnect, .hostPost:
            refuseHost(packet, at: now)
        case .signatureRequest: send(.signatureAnswer(.processingError), at: now)
        case .challenge: send(.challengeAnswer(.commandNotAllowed, nil), at: now)
        case .idleAnswer: []  // the late answer to a cancel
        default: [.event(.fault(.unexpectedMessage(packet.message.command.text)))]
        }
    }

    private mutating func refuseHost(_ packet: Packet, at now: Uptime) -> [ReaderEffect] {
        switch packet {
        case .hostConnect: send(.hostConnectAnswer(.connectError), at: now)
        case .hostSend: send(.hostSendAnswer(.sendingError), at: now)
        case .hostDisconnect: send(.hostDisconnectAnswer(.success), at: now)
        default: send(.hostReceiveAnswer(.receivingError, nil), at: now)
        }
    }

    static func notice(_ status: Status, _ xml: XMLText?) -> ReaderNotice {
        let root: MarkupNode? = xml.flatMap { try? $0.parsed() }
        let text: String? = root?["StatusMessage"]
        let allowed: String? = root?["CancelAllowed"]
        let isScan = root?.name == "scannerEvent"
        return ReaderNotice(
            code: status.rawValue, name: status.name ?? "", text: text ?? "", detail: root.map(HeftResult.detail),
            cancelAllowed: allowed.map { $0 == "true" } ?? isScan)
    }
}
