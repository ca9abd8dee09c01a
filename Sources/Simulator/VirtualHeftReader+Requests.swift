import Acquirer
import Crypto
import Heft
import Markup
import Ports
import Time

/// What the reader asks the host for, and what the host's answers mean.
extension VirtualHeftReader {
    /// How long the host may take to prove that it knows the secret. [own choice]
    static let challengeWait = Duration.seconds(60)
    /// What a host gets beyond the time-out that it was given. [own choice]
    static let hostMargin = Duration.seconds(15)
    /// What H020 asks for; more is accepted. Source: heft.md 5.2.
    static let receiveLength: UInt16 = 0x4000

    mutating func request(for step: Step, in operation: inout Operation, at now: Uptime) -> (Packet, Duration) {
        let seconds = settings.hostTimeout
        let hostWait = Duration.seconds(Int(seconds)) + Self.hostMargin
        switch step {
        case .challenge:
            operation.challenge = random.bytes(32)
            return (.challenge(Challenge(random: operation.challenge, xml: XMLText(bytes: []))), Self.challengeWait)
        case .connect:
            let host = settings.acquirer
            return (.hostConnect(HostConnect(address: host.host, port: host.port, timeoutSeconds: seconds)), hostWait)
        case .send(let kind):
            let request = operation.sale.request(kind)
            operation.lastRequest = request
            if operation.progress == .untouched { operation.progress = .sent }
            let post = request.httpPost(host: settings.acquirer.host, port: settings.acquirer.port)
            return (.hostSend(HostSend(timeoutSeconds: seconds, data: post)), hostWait)
        case .receive:
            return (.hostReceive(HostReceive(length: Self.receiveLength, timeoutSeconds: seconds)), hostWait)
        case .signature:
            let wait = Duration.seconds(Int(settings.signatureTimeout))
            return (.signatureRequest(signatureRequest(operation.sale, at: now)), wait)
        default: return (.hostDisconnect, hostWait)
        }
    }

    private func signatureRequest(_ sale: SaleFacts, at now: Uptime) -> SignatureRequest {
        let paper = DemoReceipt(sale: sale, ending: nil, stamp: clock.stamp(at: now), card: settings.card)
        let timeout = MarkupNode("timeout", text: String(settings.signatureTimeout))
        return SignatureRequest(
            receipt: paper.html(for: .merchant),
            xml: XMLText(MarkupNode("SignatureRequiredRequest", children: [timeout])))
    }

    mutating func take(_ packet: Packet, _ command: CommandID, during operation: Operation, at now: Uptime) {
        if packet == .idle { return cancel(operation, at: now) }
        guard case .answer(let expected, _) = operation.waiting, command == expected || isPostAnswer(command, expected)
        else { return takeWhileBusy(packet, command, at: now) }
        var next = operation
        next.waiting = .nothing
        state = .working(next)
        answered(packet, next, at: now)
        advance(at: now)
    }

    /// H040 may be answered by either. Source: heft.md 5.2.
    private func isPostAnswer(_ command: CommandID, _ expected: CommandID) -> Bool {
        expected == .hostReceiveAnswer && command == .hostPostAnswer
    }

    /// The host cancels. It may as long as it has not acknowledged an event that forbids it. Source: heft.md 5.4.
    private mutating func cancel(_ operation: Operation, at now: Uptime) {
        guard operation.isCancelAllowed else { return emit(.event("cancel comes too late")) }
        if settings.quirks.contains(.idleAnswer) { send(.idleAnswer(.success, nil), for: .aside, at: now) }
        finish(operation, .cancelledByTill, at: now)
    }

    private mutating func answered(_ packet: Packet, _ operation: Operation, at now: Uptime) {
        switch packet {
        case .challengeAnswer(_, let answer):
            if !isProof(answer, for: operation.challenge) { finish(operation, .secretInvalid, at: now) }
        case .hostConnectAnswer(let status):
            if status != .success { finish(operation, .hostFailed(status), at: now) }
        case .hostSendAnswer(let status):
            if status != .success { hangUp(operation, status) }
        case .hostReceiveAnswer(let status, let data), .hostPostAnswer(let status, let data):
            received(status, data ?? [], operation)
        case .signatureAnswer(let status): signed(status, operation)
        default: break
        }
    }

    private func isProof(_ answer: ChallengeAnswer?, for challenge: [UInt8]) -> Bool {
        guard let answer, !challenge.isEmpty else { return false }
        let expected = HMACSHA256.authenticate(challenge + answer.random, key: settings.secret)
        return constantTimeEqual(expected, answer.proof)
    }

    private mutating func received(_ status: Status, _ data: [UInt8], _ operation: Operation) {
        guard status == .success, let answer = AcquirerAnswer(httpAnswer: data) else {
            return hangUp(operation, status == .success ? .receivingError : status)
        }
        emit(.event("acquirer \(answer.finStatus.rawValue)"))
        let isApproved = answer.finStatus == .authorised
        var next = operation
        if operation.lastRequest?.kind == .sale {
            next.progress = operation.sale.isSigned && isApproved ? .unsigned(answer) : .answered(answer)
        } else if answer.finStatus != .failed {
            // Declined means that there was nothing to reverse.
            next.progress = .undone(operation.endingAfterReversal)
        } else {
            return hangUp(operation, .receivingError)
        }
        state = .working(next)
    }

    /// The acquirer could not be heard: the connection is closed, and the operation ends as failed.
    private mutating func hangUp(_ operation: Operation, _ status: Status) {
        var next = operation
        next.steps = [.event(.disconnecting, cancelAllowed: false), .disconnect, .finish(.hostFailed(status))]
        state = .working(next)
    }

    /// The cashier's verdict; anything but a yes undoes the sale at the acquirer first. Source: heft.md 5.3, 7.1.
    private mutating func signed(_ status: Status, _ operation: Operation) {
        emit(.event("signature \(status == .success ? "accepted" : "not accepted")"))
        var next = operation
        if status == .success, case .unsigned(let answer) = operation.progress {
            next.progress = .answered(answer)
            next.steps = [.finish(.approved(answer))]
        } else {
            let ending: Ending = status == .invalidSignature ? .signatureRefused : .signatureUnanswered
            next.endingAfterReversal = ending
            next.steps = .hostRound(.reversal) + [.finish(ending)]
        }
        state = .working(next)
    }

    /// The host has acknowledged a whole message of ours.
    mutating func delivered(_ purpose: ReaderLink.Purpose, at now: Uptime) {
        switch (purpose, state) {
        case (.step, .working(var operation)):
            guard case .acknowledgement(let cancelAllowed) = operation.waiting else { return }
            operation.isCancelAllowed = cancelAllowed
            let pause = settings.pace.pause
            operation.waiting = pause > .zero ? .pause(until: now + pause) : .nothing
            state = .working(operation)
            advance(at: now)
        case (.result, .answering):
            kept = nil
            state = .idle
        case (.step, _), (.result, _), (.aside, _): break
        }
    }

    /// What the operation waited for did not come.
    mutating func timeUp(_ operation: Operation, at now: Uptime) {
        var next = operation
        next.waiting = .nothing
        state = .working(next)
        switch operation.waiting {
        case .pause, .nothing, .acknowledgement, .answer(.hostDisconnectAnswer, _): break
        case .answer(.challengeAnswer, _): finish(next, .inputTimeout, at: now)
        case .answer(.signatureAnswer, _): signed(.processingError, next)
        case .answer(.hostConnectAnswer, _): finish(next, .hostFailed(.connectTimeout), at: now)
        case .answer(.hostSendAnswer, _): hangUp(next, .sendingError)
        case .answer: hangUp(next, .receivingError)
        }
        advance(at: now)
    }
}
