import Datecs
import Payments
import Time

/// What the reader wants of the acquirer. Source: datecs.md 7, 8.2.
extension DatecsSession {
    /// Outside of a transaction there is nothing to go online for.
    mutating func hostAsked(_ event: Event, at now: Uptime) -> [ReaderEffect] {
        let isWanted = run != nil || isListening
        run?.heard(at: now)
        switch event {
        case .socketOpen(let request) where isWanted:
            return step(.connectingToBank) + carryOut(host.open(request), at: now)
        case .socketOpen: return confirm(EventConfirmation(.open, isDone: false))
        case .socketClose: return carryOut(host.close(), at: now)
        case .sendData(_, let bytes): return step(.sending) + carryOut(host.send(bytes), at: now)
        default: return []
        }
    }

    /// From here on the reader won't stop: its request is about to leave.
    private mutating func step(_ step: DatecsStep) -> [ReaderEffect] {
        run?.cancelAllowed = false
        return [.event(.notice(.datecs(step, cancelAllowed: false)))]
    }

    private mutating func confirm(_ confirmation: EventConfirmation) -> [ReaderEffect] {
        ask(.confirmEvent(confirmation))
        return []
    }

    mutating func carryOut(_ steps: [DatecsHostLink.Step], at now: Uptime) -> [ReaderEffect] {
        var effects: [ReaderEffect] = []
        for step in steps {
            switch step {
            case .perform(let effect): effects.append(.host(effect))
            case .confirm(let confirmation): ask(.confirmEvent(confirmation))
            case .askToRelay(let count): effects.append(.event(.relayRequested(byteCount: count)))
            }
        }
        return effects
    }

    /// What the acquirer said goes to the reader, piece by piece: the next one once the one before is taken.
    mutating func feedReader() {
        guard !line.isFeeding else { return }
        let chunk = host.chunk(mtu)
        if !chunk.isEmpty { ask(.receiveData(chunk)) }
    }

    /// The reader took a piece, or says that it has no connection any more: then the rest is for nobody.
    mutating func receiveAnswered(_ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        guard reply.status == .ok else { return giveUpHost(at: now) }
        run?.heard(at: now)
        return [.event(.notice(.datecs(.receiving, cancelAllowed: false)))]
    }

    mutating func giveUpHost(at now: Uptime) -> [ReaderEffect] {
        line.drop(.receiveData)
        return carryOut(host.reset(), at: now)
    }

    static func hostEffect(_ step: DatecsHostLink.Step) -> ReaderEffect? {
        if case .perform(let effect) = step { .host(effect) } else { nil }
    }
}
