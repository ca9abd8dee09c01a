import Datecs
import Time

/// What is on its way to the reader: one command in flight, others in a row behind it. Replies don't say what they
/// answer, so their order is all there is. Source: datecs.md 4.
struct DatecsLine: Hashable, Sendable {
    struct InFlight: Hashable, Sendable {
        var command: Command
        /// The reply is due, or what was refused as busy goes out again.
        var due: Uptime
        var isBusy = false
        var busyCount = 0
        /// It was asked before, in vain.
        var isRepeat = false
    }

    /// After a reply that never came: nothing late may be taken for the next one.
    struct Resynchronisation: Hashable, Sendable {
        /// What was not answered.
        var lost: InFlight
        /// Nil while silence is waited for.
        var pings: Int?
        var due: Uptime
        /// Nothing is waited for longer than this.
        var drainUntil: Uptime
    }

    var waiting: [Command] = []
    private(set) var inFlight: InFlight?
    private(set) var resynchronisation: Resynchronisation?
    /// The next command was asked before.
    private var nextIsRepeat = false
    /// Events that came before the reply to TRANSACTION START: they are told behind it. *seen*
    var held: [Event] = []

    var nextDeadline: Uptime? { resynchronisation?.due ?? inFlight?.due }

    /// The command whose reply is due; PING's while that is all that counts.
    var awaited: CommandID? {
        if let resynchronisation { return resynchronisation.pings == nil ? nil : .ping }
        return inFlight.flatMap { $0.isBusy ? nil : $0.command.id }
    }

    /// RECEIVE DATA is on its way, or in the row.
    var isFeeding: Bool {
        waiting.contains { $0.id == .receiveData } || inFlight?.command.id == .receiveData
            || resynchronisation?.lost.command.id == .receiveData
    }

    var isStarting: Bool { inFlight?.command.id == .start || resynchronisation?.lost.command.id == .start }

    /// The next command that may go out; nil where none may.
    mutating func next(at now: Uptime) -> Command? {
        guard inFlight == nil, resynchronisation == nil, !waiting.isEmpty else { return nil }
        let command = waiting.removeFirst()
        let patience = command == .ping ? DatecsLimits.ping : DatecsLimits.reply
        inFlight = InFlight(command: command, due: now + patience, isRepeat: nextIsRepeat)
        nextIsRepeat = false
        return command
    }

    /// The reply has come.
    /// - Returns: the command it belongs to.
    mutating func answered() -> Command? {
        defer { inFlight = nil }
        return inFlight?.command
    }

    /// The reader can't take it now.
    /// - Returns: false where it was asked too often.
    mutating func busy(at now: Uptime) -> Bool {
        guard var command = inFlight, command.busyCount < DatecsLimits.busyRepeats else { return false }
        command.busyCount += 1
        command.isBusy = true
        command.due = now + DatecsLimits.busy
        inFlight = command
        return true
    }

    /// The same command again, for a reader that was busy; nil where it isn't time.
    mutating func againAfterBusy(at now: Uptime) -> Command? {
        guard var command = inFlight, command.isBusy, command.due <= now else { return nil }
        command.isBusy = false
        command.due = now + DatecsLimits.reply
        inFlight = command
        return command.command
    }

    /// The reply hasn't come, or makes no sense: silence, then PING.
    mutating func resynchronise(at now: Uptime) {
        guard let lost = inFlight else { return }
        inFlight = nil
        resynchronisation = Resynchronisation(
            lost: lost, due: now + DatecsLimits.silence, drainUntil: now + DatecsLimits.longestDrain)
    }

    /// Something came although silence is waited for.
    mutating func heard(at now: Uptime) {
        guard var step = resynchronisation, step.pings == nil else { return }
        step.due = min(now + DatecsLimits.silence, step.drainUntil)
        resynchronisation = step
    }

    /// It is time for the next PING.
    /// - Returns: false where the reader has missed them all.
    mutating func ping(at now: Uptime) -> Bool {
        guard var step = resynchronisation else { return true }
        let pings = step.pings ?? 0
        guard pings < DatecsLimits.pings else { return false }
        step.pings = pings + 1
        step.due = now + DatecsLimits.ping
        resynchronisation = step
        return true
    }

    /// The reader answers again: what was lost, unless it has gone into the row once more.
    mutating func resynchronised() -> Command? {
        guard let lost = resynchronisation?.lost else { return nil }
        resynchronisation = nil
        guard lost.command.mayBeRepeated, !lost.isRepeat else { return lost.command }
        waiting.insert(lost.command, at: 0)
        nextIsRepeat = true
        return nil
    }

    mutating func drop(_ id: CommandID) { waiting.removeAll { $0.id == id } }
}

extension Command {
    /// It asks, and does nothing. The next or the previous record asked for twice would be the one behind it: what a record
    /// that was left out means for the money nobody could tell. Source: datecs.md 4, rule 7.
    fileprivate var mayBeRepeated: Bool {
        switch self {
        case .reportTags(let cursor, _):
            cursor == .first || cursor == .last
        case .receiptTags, .reportInfo, .pinpadInfo, .clock, .pinpadStatus, .menuInfo, .publicKeys,
            .symmetricKeys, .reportTagsBySTAN, .readerState, .terminalTags, .maxMTU:
            true
        case .ping, .start, .end, .setClock, .deleteBatch, .clearReversal, .editCommunication, .keys, .checkPassword,
            .selectApplication, .receiveData, .confirmEvent, .other:
            false
        }
    }
}
