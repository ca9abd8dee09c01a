import Heft
import Markup
import Payments
import Time

/// A running operation: its events, its questions, its end.
extension HeftSession {
    mutating func during(_ operation: HeftOperation, _ packet: Packet, at now: Uptime) -> [ReaderEffect] {
        var operation = operation
        operation.cancelMissed = operation.cancelMissed || operation.cancelSent && packet.isForHost
        operation.messageDue = now + operation.patience
        phase = .operating(operation)
        switch packet {
        case .event(.scannerEvent, let xml) where operation.isScanning: return scanned(xml)
        case .event(let status, let xml): return noted(Self.notice(status, xml), operation, at: now)
        case .challenge(let challenge): return challenged(challenge, at: now)
        case .signatureRequest(let request): return signatureAsked(request, operation, at: now)
        case .hostConnect(let request): return carryOut(host.connect(request, at: now), at: now)
        case .hostSend(let request): return carryOut(host.send(request), at: now)
        case .hostReceive(let request): return carryOut(host.receive(request, at: now), at: now)
        case .hostDisconnect: return carryOut(host.disconnect(), at: now)
        case .hostPost(let request): return carryOut(host.exchange(request, at: now), at: now)
        case .idleAnswer: return []  // may come besides the operation's own answer. *inferred*
        case .financeAnswer(.pendingResult, let status, let answer?):
            return [.event(.recovered(HeftReading.readRecovered(status, answer)))]
        default: return [.event(.fault(.unexpectedMessage(packet.message.command.text)))]
        }
    }

    private mutating func noted(
        _ notice: ReaderNotice, _ operation: HeftOperation, at now: Uptime
    ) -> [ReaderEffect] {
        var operation = operation
        operation.cancelAllowed = notice.cancelAllowed
        operation.messageDue = now + operation.patience
        phase = .operating(operation)
        return [.event(.notice(notice))]
    }

    /// A random of another size would be padded by the vendor's software; nobody knows what a reader makes of that.
    private mutating func challenged(_ challenge: Challenge, at now: Uptime) -> [ReaderEffect] {
        guard challenge.random.count == HeftLimits.challenge else {
            return send(.challengeAnswer(.invalidData, nil), at: now)
        }
        return [.event(.challenged(readerRandom: challenge.random))]
    }

    private mutating func signatureAsked(
        _ request: SignatureRequest, _ operation: HeftOperation, at now: Uptime
    ) -> [ReaderEffect] {
        signatureCount += 1
        let named = (try? request.xml.parsed())?["timeout"].flatMap { Int($0) } ?? 0
        let seconds = named > 0 ? min(named, 3600) : HeftLimits.signatureSeconds
        let until = now + .seconds(seconds) + (.zero - HeftLimits.signatureMargin)
        var operation = operation
        operation.cancelAllowed = false
        operation.signature = HeftOperation.Signature(id: signatureCount, until: until)
        operation.messageDue = max(operation.messageDue, until + HeftLimits.nextMessage)
        phase = .operating(operation)
        let receipt = HeftResult.text(request.receipt) ?? ""
        return [.event(.signatureRequested(id: signatureCount, receipt: receipt, secondsLeft: seconds))]
    }

    /// A time has come: the signature's, or that of the next message.
    mutating func operationDue(_ operation: HeftOperation, at now: Uptime) -> [ReaderEffect] {
        var operation = operation
        if let signature = operation.signature, !signature.expired, signature.until <= now {
            operation.signature?.expired = true
            phase = .operating(operation)
            return [.event(.signatureWithdrawn(id: signature.id))]
        }
        guard operation.cancelAllowed, !operation.cancelSent else { return close(.timedOut) }
        return cancel(at: now)
    }

    mutating func carryOut(_ steps: [HostLink.Step], at now: Uptime) -> [ReaderEffect] {
        steps.flatMap { step -> [ReaderEffect] in
            switch step {
            case .perform(let effect): [.host(effect)]
            case .answer(let packet): send(packet, at: now)
            case .askToRelay(let count): [.event(.relayRequested(byteCount: count))]
            }
        }
    }

    static func hostEffect(_ step: HostLink.Step) -> ReaderEffect? {
        if case .perform(let effect) = step { .host(effect) } else { nil }
    }
}

// MARK: The end of an operation

extension HeftSession {
    /// - Returns: nil where the packet is not this operation's answer.
    mutating func answer(_ packet: Packet, to operation: HeftOperation) -> [ReaderEffect]? {
        switch (operation.kind, packet) {
        case (.payment(let request), .financeAnswer(let finance, let status, let answer))
        where finance == request.operation.heft:
            acknowledgement = .held
            if let answer, Self.belongsToAnother(answer, than: request) {
                let earlier = HeftReading.readRecovered(status, answer)
                return [.event(.recovered(earlier))] + end(operation, with: nil)
            }
            let context = HeftReading.Context(request: request, relayed: host.hasRelayed, verdict: operation.verdict)
            return end(operation, with: HeftReading.read(status, answer, in: context))
        case (.pendingResult, .financeAnswer(.pendingResult, let status, let answer)):
            acknowledgement = .held
            return endFetch(operation, status, answer)
        case (.payment(let request), .tokeniseAnswer(let status, let xml)) where request.operation == .tokenise:
            acknowledgement = .held
            return end(operation, with: HeftTokenising.read(status, xml))
        case (.service(let service), _):
            return service.result(of: packet).map { ended(operation, $0) }
        default:
            return nil
        }
    }

    /// The old result may come as the answer to the next sale: flagged, or with another sale's reference.
    /// Source: heft.md 3.4.
    private static func belongsToAnother(_ answer: FinanceAnswer, than request: ReaderRequest) -> Bool {
        let fields = HeftFields(answer)
        let reference = fields.text("CustomerReference")
        return fields.isRecovered || (reference != nil && reference != request.customerReference)
    }

    /// - Parameter reading: nil where the operation's outcome can't be known.
    mutating func end(_ operation: HeftOperation, with reading: ReaderReading?) -> [ReaderEffect] {
        phase = .ready
        var effects = operation.signature.map { [ReaderEffect.event(.signatureWithdrawn(id: $0.id))] } ?? []
        effects += host.reset().compactMap(Self.hostEffect)
        switch operation.kind {
        case .payment(let request): effects.append(.event(.finished(reading ?? HeftReading.lost(request))))
        case .pendingResult: effects.append(.event(.pendingFailed(statusCode: 0)))
        case .service: effects.append(.event(.served(.refused(statusCode: 0))))
        }
        return effects
    }

    /// Nothing held is said in two ways: no data, or *not processed* without the mark of a recovered result.
    private mutating func endFetch(
        _ operation: HeftOperation, _ status: Status, _ answer: FinanceAnswer?
    ) -> [ReaderEffect] {
        phase = .ready
        _ = host.reset()
        if status == .noDataAvailable { return acknowledged(.nothingPending) }
        guard let answer else { return acknowledged(.pendingFailed(statusCode: status.rawValue)) }
        let holdsNothing = answer.result == .notProcessed || answer.result == .undefined
        if holdsNothing, !HeftFields(answer).isRecovered { return acknowledged(.nothingPending) }
        return [.event(.recovered(HeftReading.readRecovered(status, answer)))]
    }

    /// An answer with nothing in it to keep.
    private mutating func acknowledged(_ event: ReaderEvent) -> [ReaderEffect] {
        acknowledgement = .due
        return settleAcknowledgement() + [.event(event)]
    }

    /// The session ends under a running operation. A sale that was refused frame by frame never began; any other may
    /// have been paid.
    mutating func abandon(_ operation: HeftOperation, because fault: ReaderFault?) -> [ReaderEffect] {
        var effects = operation.signature.map { [ReaderEffect.event(.signatureWithdrawn(id: $0.id))] } ?? []
        guard case .payment(let request) = operation.kind else { return effects }
        let neverBegan = fault == .rejected && !operation.isHandedOver
        let reading = neverBegan ? HeftReading.notAccepted(request) : HeftReading.lost(request)
        effects.append(.event(.finished(reading)))
        return effects
    }
}

extension HeftOperation {
    var answerCommand: CommandID {
        switch kind {
        case .payment(let request): request.operation.heft?.answerCommand ?? .tokeniseAnswer
        case .pendingResult: .pendingResultAnswer
        case .service(let service): service.packet?.message.command.answer ?? .idleAnswer
        }
    }
}

extension Packet {
    /// The reader wants something of the acquirer.
    fileprivate var isForHost: Bool {
        switch self {
        case .hostConnect, .hostSend, .hostReceive, .hostPost: true
        default: false
        }
    }
}
