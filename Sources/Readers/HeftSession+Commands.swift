import Heft
import Markup
import Payments
import Time

/// What the till asks for.
extension HeftSession {
    mutating func obey(_ command: ReaderCommand, at now: Uptime) -> [ReaderEffect] {
        switch command {
        case .initialise(let clock): initialise(clock, shortForm: false, at: now)
        case .start(let request): start(.payment(request), Self.packet(for: request), at: now)
        case .proceed, .refuseStart: []  // a HEFT reader keeps no log
        case .fetchPendingResult: start(.pendingResult, Self.pendingRequest, at: now)
        case .serve(let service): serve(service, at: now)
        case .cancel: cancel(at: now)
        case .relay: carryOut(host.permit(at: now), at: now)
        case .refuseRelay: carryOut(host.refuse(), at: now)
        case .answerSignature(let id, let verdict): answerSignature(id, verdict, at: now)
        case .acknowledgeResult: acknowledgeResult()
        case .prove(let random, let proof): prove(random, proof, at: now)
        case .disconnect: close(nil)
        }
    }

    mutating func initialise(_ clock: CivilTime, shortForm: Bool, at now: Uptime) -> [ReaderEffect] {
        let request = InitialiseRequest(clock: clock, xml: shortForm ? nil : introduction)
        let until = now + HeftLimits.initialisation
        phase = .initialising(Initialising(clock: clock, isShortForm: shortForm, until: until))
        return send(.initialise(request), at: now)
    }

    private var introduction: XMLText {
        let fields = [
            MarkupNode("ComBufSize", text: String(HeftLimits.frameBeforeInit)),
            MarkupNode("SDKName", text: identity.name),
            MarkupNode("SDKVersion", text: identity.version),
            MarkupNode("PostEnabled", text: "1"),
        ]
        return XMLText(MarkupNode("InitRequest", children: fields), declaration: .withLineBreak)
    }

    private static func packet(for request: ReaderRequest) -> Packet {
        guard let operation = request.operation.heft else { return HeftTokenising.packet(for: request) }
        let root = MarkupNode("FinancialTransactionRequest", children: fields(of: request))
        return .finance(
            operation,
            FinanceRequest(
                currency: request.money.currency.numeric,
                amount: UInt32(clamping: request.money.minorUnits), transactionID: request.originalID,
                xml: XMLText(root, declaration: .withoutLineBreak)))
    }

    /// Only what has a value. Source: heft.md 4.1.
    private static func fields(of request: ReaderRequest) -> [MarkupNode] {
        var fields = [MarkupNode("CustomerReference", text: request.customerReference)]
        if let months = request.budgetMonths {
            fields.append(MarkupNode("BudgetNumber", text: months < 10 ? "0\(months)" : String(months)))
        }
        if let agreement = agreement(request.merchantAuth) { fields.append(agreement) }
        if request.operation == .saleAndTokenise { fields.append(MarkupNode("tokenizeCard", text: "1")) }
        return fields
    }

    /// Source: heft.md 4.1. *seen*
    private static func agreement(_ credentials: [MerchantCredential]) -> MarkupNode? {
        guard !credentials.isEmpty else { return nil }
        let nodes = credentials.map { credential in
            let parts = [
                ("acquirer", credential.acquirer.wireName), ("mid", credential.merchantID),
                ("tid", credential.terminalID),
            ]
            return MarkupNode(
                "credential", children: parts.filter { !$0.1.isEmpty }.map { MarkupNode($0.0, text: $0.1) })
        }
        return MarkupNode("agreement", children: nodes)
    }

    /// Seven bytes: no currency, no amount, card present. *seen*
    private static let pendingRequest = Packet.finance(.pendingResult, FinanceRequest(currency: 0, amount: 0))

    private mutating func start(
        _ kind: HeftOperation.Kind, _ packet: Packet, at now: Uptime
    ) -> [ReaderEffect] {
        guard phase == .ready else { return [] }
        var operation = HeftOperation(kind: kind, messageDue: now)
        operation.messageDue = now + operation.patience
        operation.cancelAllowed = operation.isScanning
        phase = .operating(operation)
        return send(packet, at: now)
    }

    private mutating func serve(_ service: ReaderService, at now: Uptime) -> [ReaderEffect] {
        guard let packet = service.packet else {
            return phase == .ready ? [.event(.served(.refused(statusCode: Status.invalidData.rawValue)))] : []
        }
        return start(.service(service), packet, at: now)
    }

    /// I010 goes out without a wait for its acknowledgement, which turns up later among the data. Source: heft.md 2.4.
    mutating func cancel(at now: Uptime) -> [ReaderEffect] {
        guard case .operating(var operation) = phase, operation.cancelAllowed, !operation.cancelSent else { return [] }
        operation.cancelSent = true
        operation.messageDue = now + operation.patience
        phase = .operating(operation)
        guard sender.isIdle else {
            cancelIsQueued = true
            return []
        }
        return Self.cancelFrames
    }

    static var cancelFrames: [ReaderEffect] {
        FrameEncoder.frames(message: Packet.idle.message.bytes, maxFrame: HeftLimits.frameBeforeInit).map { .send($0) }
    }

    private mutating func answerSignature(
        _ id: Int, _ verdict: SignatureVerdict, at now: Uptime
    ) -> [ReaderEffect] {
        guard case .operating(var operation) = phase, let asked = operation.signature, asked.id == id,
            !asked.expired || verdict == .unanswered
        else { return [] }
        operation.signature = nil
        operation.verdict = verdict
        operation.messageDue = now + HeftLimits.nextMessage
        phase = .operating(operation)
        let status: Status =
            switch verdict {
            case .accepted: .success
            case .declined: .invalidSignature
            case .unanswered: .processingError
            }
        return send(.signatureAnswer(status), at: now)
    }

    private mutating func acknowledgeResult() -> [ReaderEffect] {
        guard acknowledgement == .held else { return [] }
        acknowledgement = .none
        return [.send(LinkControl.ack.bytes)]
    }

    private mutating func prove(_ random: [UInt8], _ proof: [UInt8], at now: Uptime) -> [ReaderEffect] {
        guard case .operating = phase else { return [] }
        return send(.challengeAnswer(.success, ChallengeAnswer(random: random, proof: proof)), at: now)
    }
}

extension PaymentIntent.Operation {
    /// There is no command of its own for a sale that keeps the card; keeping a card alone is no finance command.
    /// Source: heft.md 4.1.
    var heft: FinanceOperation? {
        switch self {
        case .sale, .saleAndTokenise: .sale
        case .refund: .refund
        case .saleReversal: .saleVoid
        case .refundReversal: .refundVoid
        case .tokenise, .motoSale, .motoRefund, .motoReversal, .cashAdvance, .advanceReversal, .loyaltySpend,
            .loyaltyReversal, .preauthorisation, .capture, .release, .linkedRefund, .referredSale:
            nil
        }
    }
}
