import Heft
import Payments
import Time
import Wire

/// Frames, acknowledgements and their deadlines. Source: heft.md 2.4.
extension HeftSession {
    mutating func send(_ packet: Packet, at now: Uptime) -> [ReaderEffect] {
        sender.enqueue(packet.message)
        return pushFrames(at: now)
    }

    mutating func take(_ bytes: [UInt8], at now: Uptime) -> [ReaderEffect] {
        noise.sample(bytes)
        var effects: [ReaderEffect] = []
        for input in receiver.receive(bytes) where phase != .closed {
            effects += handle(input, at: now)
        }
        effects += settleAcknowledgement()
        restDue = receiver.isInsideMessage && phase != .closed ? now + HeftLimits.restOfMessage : nil
        return effects
    }

    /// A good frame is acknowledged before anything else is done with it, unless it ends the answer of an operation.
    private mutating func handle(_ input: LinkInput, at now: Uptime) -> [ReaderEffect] {
        if case .message(let message) = input { return receive(message, at: now) }
        let settled = settleAcknowledgement()
        switch input {
        case .acknowledge: acknowledgement = .due
        case .message: break
        case .reject: return settled + [.send(LinkControl.nak.bytes)]
        case .ack: return settled + acknowledged(at: now)
        case .nak: return settled + rejected(at: now)
        case .eot: return settled + close(.sessionEnded)
        case .enq: return settled + close(.unexpectedControl(LinkControl.enq.rawValue))
        case .unknownControl(let byte): return settled + close(.unexpectedControl(byte))
        case .noise(let count): return settled + skip(count)
        }
        return settled
    }

    mutating func settleAcknowledgement() -> [ReaderEffect] {
        guard acknowledgement == .due else { return [] }
        acknowledgement = .none
        return [.send(LinkControl.ack.bytes)]
    }

    /// The next frame, once the one before it is acknowledged; then a cancel that had to wait.
    private mutating func pushFrames(at now: Uptime) -> [ReaderEffect] {
        if let frame = sender.nextFrame() {
            acknowledgementDue = now + HeftLimits.acknowledgement
            return [.send(frame)]
        }
        guard sender.isIdle, cancelIsQueued else { return [] }
        cancelIsQueued = false
        return Self.cancelFrames
    }

    private mutating func acknowledged(at now: Uptime) -> [ReaderEffect] {
        switch sender.acked() {
        case .stray: return []  // that of a cancel. *seen*
        case .frame: break
        case .message:
            if case .operating(var operation) = phase, !operation.isHandedOver {
                operation.isHandedOver = true
                phase = .operating(operation)
            }
        }
        acknowledgementDue = nil
        return pushFrames(at: now)
    }

    private mutating func rejected(at now: Uptime) -> [ReaderEffect] {
        switch sender.naked() {
        case .stray: return close(.unexpectedControl(LinkControl.nak.rawValue))
        case .givenUp: return [.send(LinkControl.eot.bytes)] + close(.rejected)
        case .again: return pushFrames(at: now)
        }
    }

    private mutating func skip(_ count: Int) -> [ReaderEffect] {
        noise.count += count
        return noise.count > HeftLimits.noise ? close(.otherProtocol(firstBytes: noise.firstBytes)) : []
    }

    mutating func checkDeadlines(at now: Uptime) -> [ReaderEffect] {
        if let due = acknowledgementDue, due <= now { return close(silence ?? .notAcknowledged) }
        if let due = restDue, due <= now { return close(.timedOut) }
        let hostEffects = carryOut(host.deadline(at: now), at: now)
        switch phase {
        case .initialising(let step) where step.until <= now: return close(silence ?? .timedOut)
        case .settingLogLevel(_, let until) where until <= now: return close(.timedOut)
        case .operating(let operation) where operation.nextDeadline <= now:
            return hostEffects + operationDue(operation, at: now)
        default: return hostEffects
        }
    }

    /// Before anything was understood, silence and noise have names of their own.
    private var silence: ReaderFault? {
        guard case .initialising = phase else { return nil }
        return noise.count > 0 ? .otherProtocol(firstBytes: noise.firstBytes) : .noAnswer
    }

    /// The end, for good. What it means for a running operation is said first.
    mutating func close(_ fault: ReaderFault?) -> [ReaderEffect] {
        var effects: [ReaderEffect] = []
        if case .operating(let operation) = phase { effects += abandon(operation, because: fault) }
        effects += host.reset().compactMap(Self.hostEffect)
        phase = .closed
        acknowledgementDue = nil
        restDue = nil
        acknowledgement = .none
        return effects + [.closeLink, .event(.closed(fault))]
    }
}
