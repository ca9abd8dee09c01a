import Datecs
import Payments
import Time
import Wire

/// Bytes, frames and what they answer. Source: datecs.md 3, 4.
extension DatecsSession {
    mutating func ask(_ command: Command) { line.waiting.append(command) }

    /// Sends what may go out.
    mutating func pump(at now: Uptime) -> [ReaderEffect] {
        feedReader()
        return line.next(at: now).map { [Self.sending($0)] } ?? []
    }

    static func sending(_ command: Command) -> ReaderEffect { .send(FrameEncoder.frame(command.message)) }

    mutating func take(_ bytes: [UInt8], at now: Uptime) -> [ReaderEffect] {
        noise.sample(bytes)
        line.heard(at: now)
        deframer.push(bytes)
        let effects = readFrames(at: now)
        restDue = deframer.isInsideFrame && phase != .closed ? now + DatecsLimits.restOfFrame : nil
        return effects
    }

    private mutating func readFrames(at now: Uptime) -> [ReaderEffect] {
        var effects: [ReaderEffect] = []
        while phase != .closed, let located = deframer.next() {
            switch located.unit {
            case .frame(let message): effects += receive(message, at: now)
            case .badFrame: effects += skip(located.length)
            case .noise(let count): effects += skip(count)
            }
            effects += phase == .closed ? [] : pump(at: now)
        }
        return effects
    }

    private mutating func skip(_ count: Int) -> [ReaderEffect] {
        noise.count += count
        return noise.count > DatecsLimits.noise ? close(.otherProtocol(firstBytes: noise.firstBytes)) : []
    }

    private mutating func receive(_ message: Message, at now: Uptime) -> [ReaderEffect] {
        let packet: Packet
        do {
            packet = try Packet(message, awaited: line.awaited)
        } catch {
            let told = [ReaderEffect.event(.fault(.malformed(error)))]
            guard message.code == Message.replyCode else { return told }
            line.resynchronise(at: now)
            return told
        }
        switch packet {
        case .reply(let reply): return answered(reply, at: now)
        case .event(let event): return happened(event, at: now)
        case .command(let command): return [.event(.fault(.unexpectedMessage(command.id.text)))]  // an echo of ours
        case .other: return []  // to be skipped. *own choice* (datecs.md 4, rule 3)
        }
    }

    private mutating func answered(_ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        guard line.awaited != nil else { return [] }  // late, and nobody can say for what
        guard line.resynchronisation == nil else {
            return line.resynchronised().map { unanswered($0, at: now) } ?? []
        }
        if reply.status == .busy, line.inFlight?.command.id == .receiveData {
            guard !line.busy(at: now) else { return [] }
            _ = line.answered()
            return giveUpHost(at: now)
        }
        guard let command = line.answered() else { return [] }
        let effects = answered(command, reply, at: now)
        return effects + tellHeld(after: command, at: now)
    }

    private mutating func tellHeld(after command: Command, at now: Uptime) -> [ReaderEffect] {
        guard command.id == .start else { return [] }
        let held = line.held
        line.held = []
        return held.flatMap { happened($0, at: now) }
    }

    private mutating func happened(_ event: Event, at now: Uptime) -> [ReaderEffect] {
        guard !line.isStarting else {
            line.held.append(event)
            return []
        }
        return heard(event, at: now)
    }

    /// No reply has come, but the reader answers: what was asked may have been done or not, and is not asked again.
    private mutating func unanswered(_ command: Command, at now: Uptime) -> [ReaderEffect] {
        let effects = missed(command, at: now)
        return effects + tellHeld(after: command, at: now)
    }

    mutating func checkDeadlines(at now: Uptime) -> [ReaderEffect] {
        var effects: [ReaderEffect] = []
        if let due = restDue, due <= now {
            restDue = nil
            deframer.endOfStream()
            effects += readFrames(at: now)
        }
        if phase != .closed, let due = line.nextDeadline, due <= now { effects += lineDue(at: now) }
        if phase != .closed { effects += runDue(at: now) }
        if phase != .closed { effects += recoveryDue(at: now) }
        return effects
    }

    private mutating func lineDue(at now: Uptime) -> [ReaderEffect] {
        if let command = line.againAfterBusy(at: now) { return [Self.sending(command)] }
        if line.resynchronisation == nil { line.resynchronise(at: now) }
        guard let due = line.nextDeadline, due <= now else { return [] }
        return line.ping(at: now) ? [Self.sending(.ping)] : close(noise.firstBytes.isEmpty ? .noAnswer : .timedOut)
    }
}
