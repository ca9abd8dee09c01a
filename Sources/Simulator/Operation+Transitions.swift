import Acquirer
import Crypto
import Heft
import Time

extension Operation {
    /// What each input means for what is waited for.
    mutating func take(_ input: Input, at now: Uptime, in surroundings: Surroundings) -> [Effect] {
        switch (waiting, input) {
        case (.acknowledgement(let cancelAllowed), .acknowledged):
            isCancelAllowed = cancelAllowed
            let pause = surroundings.settings.pace.pause
            waiting = pause > .zero ? .pause(until: now + pause) : .nothing
        case (.pause, .timeUp): waiting = .nothing

        case (.answer(.proof, _), .answer(.challengeAnswer(_, let answer))):
            goOn(if: isProof(answer, key: surroundings.settings.secret), else: .secretInvalid)
        case (.answer(.proof, _), .timeUp): goOn(if: false, else: .inputTimeout)

        case (.answer(.connect, _), .answer(.hostConnectAnswer(let status))):
            goOn(if: status == .success, else: .hostFailed(status))
        case (.answer(.connect, _), .timeUp): goOn(if: false, else: .hostFailed(.connectTimeout))

        case (.answer(.send, _), .answer(.hostSendAnswer(.success))): waiting = .nothing
        case (.answer(.send, _), .answer(.hostSendAnswer(let status))): hangUp(status)
        case (.answer(.send, _), .timeUp): hangUp(.sendingError)

        case (.answer(.receive, _), .answer(.hostReceiveAnswer(.success, let data))),
            (.answer(.receive, _), .answer(.hostPostAnswer(.success, let data))):
            return received(data ?? [])
        case (.answer(.receive, _), .answer(.hostReceiveAnswer(let status, _))),
            (.answer(.receive, _), .answer(.hostPostAnswer(let status, _))):
            hangUp(status)
        case (.answer(.receive, _), .timeUp): hangUp(.receivingError)

        // A connection that can't be closed is none either.
        case (.answer(.disconnect, _), .answer(.hostDisconnectAnswer)), (.answer(.disconnect, _), .timeUp):
            waiting = .nothing

        case (.answer(.verdict, _), .answer(.signatureAnswer(.success))): return accepted()
        case (.answer(.verdict, _), .answer(.signatureAnswer(.invalidSignature))): return undo(.signatureRefused)
        case (.answer(.verdict, _), .timeUp) where givesUpSoon(surroundings.settings.quirks):
            waiting = .nothing
            hasAskedTwice = true
            steps = .signing
            return [.told("signature asked for again")]
        case (.answer(.verdict, _), .answer(.signatureAnswer)), (.answer(.verdict, _), .timeUp):
            return undo(.signatureUnanswered)

        case (_, .cancel): return cancel(surroundings.settings.quirks)
        // A request was acknowledged: its answer is what counts. An answer that nobody waits for, or a deadline that
        // has been met already, is late and harmless.
        case (_, .begin), (_, .acknowledged), (_, .answer), (_, .timeUp): break
        }
        return []
    }

    private mutating func goOn(if isGood: Bool, else ending: Ending) {
        waiting = .nothing
        if !isGood { steps = [.finish(ending)] }
    }

    /// The acquirer could not be heard: the connection is closed, and the operation ends as failed.
    private mutating func hangUp(_ status: Status) {
        waiting = .nothing
        steps = [.event(.disconnecting, cancelAllowed: false), .ask(.disconnect), .finish(.hostFailed(status))]
    }

    /// What came back from the acquirer. Source: heft.md 5.2.
    private mutating func received(_ data: [UInt8]) -> [Effect] {
        if inquiry != nil {
            waiting = .nothing
            return [.told("host has nothing new")]
        }
        guard let answer = AcquirerAnswer(httpAnswer: data) else {
            hangUp(.receivingError)
            return []
        }
        waiting = .nothing
        switch (asked, answer.finStatus) {
        case (.reversal, .failed): hangUp(.receivingError)
        // Declined means that there was nothing to reverse.
        case (.reversal, _): progress = .undone(endingAfterReversal)
        case (_, .authorised): progress = facts.isSigned ? .unsigned(answer) : .answered(answer)
        case (_, _): progress = .answered(answer)
        }
        return [.told("acquirer \(answer.finStatus.rawValue)")]
    }

    private mutating func accepted() -> [Effect] {
        guard case .unsigned(let answer) = progress else { return [] }
        waiting = .nothing
        progress = .answered(answer)
        steps = [.finish(.approved(answer))]
        return [.told("signature accepted")]
    }

    /// Anything but a yes to the signature gives the money back first. Source: heft.md 5.3, 7.1.
    private mutating func undo(_ ending: Ending) -> [Effect] {
        waiting = .nothing
        endingAfterReversal = ending
        steps = .hostRound(.reversal) + [.finish(ending)]
        return [.told("signature not accepted")]
    }

    /// The host may cancel as long as it has not acknowledged an event that forbids it. Source: heft.md 5.4.
    private mutating func cancel(_ quirks: Set<Quirk>) -> [Effect] {
        guard isCancelAllowed else { return [.told("cancel comes too late")] }
        waiting = .nothing
        steps = [.finish(.cancelledByTill)]
        return quirks.contains(.idleAnswer) ? [.send(.idleAnswer(.success, nil))] : []
    }

    private func isProof(_ answer: ChallengeAnswer?, key: Secret) -> Bool {
        guard let answer, !challenge.isEmpty else { return false }
        return constantTimeEqual(HMACSHA256.authenticate(challenge + answer.random, key: key), answer.proof)
    }
}
