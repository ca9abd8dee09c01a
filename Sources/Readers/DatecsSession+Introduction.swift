import Datecs
import Payments
import Time

/// The first words with a reader. Source: datecs.md 1, 18.1.
extension DatecsSession {
    mutating func introduce(_ clock: CivilTime) -> [ReaderEffect] {
        guard phase == .fresh else { return [] }
        phase = .introducing(DatecsIntroduction(clock: clock))
        ask(.ping)
        return []
    }

    mutating func introduced(
        _ introduction: DatecsIntroduction, _ command: Command, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        var introduction = introduction
        switch (command, reply.content) {
        case (.ping, _) where reply.status == .unknownCommand:
            introduction.asksEngine = true
            phase = .introducing(introduction)
            ask(.engineIdentification)
            return []
        case (.engineIdentification, .other(let bytes)): return close(Self.engine(bytes))
        case (.ping, _): return next(introduction, after: nil)
        case (.pinpadInfo, .pinpadInfo(let info)): introduction.info = info
        case (.readerState, .readerState(let state)): introduction.state = state
        case (.pinpadStatus, .pinpadStatus(let status)): introduction.status = status
        case (.terminalTags, .record(let record)): introduction.terminal = record
        case (.maxMTU, .maxMTU(let size)): mtu = max(1, Int(size))
        case (.battery, .battery(let battery)): introduction.battery = battery
        case (.clock, .clock(let clock)) where Self.isOff(clock, from: introduction.clock):
            ask(.setClock(introduction.clock))
        default: break  // a question that this reader doesn't know
        }
        return next(introduction, after: command)
    }

    /// What can't be asked is done without, but for who the reader is.
    mutating func next(_ introduction: DatecsIntroduction, after command: Command?) -> [ReaderEffect] {
        phase = .introducing(introduction)
        guard !introduction.asksEngine else { return close(.otherProtocol(firstBytes: noise.firstBytes)) }
        if case .setClock = command { return [] }
        let questions = DatecsIntroduction.questions
        let index = command.flatMap { command in questions.firstIndex { $0.id == command.id } }.map { $0 + 1 } ?? 0
        guard index == questions.count else {
            ask(questions[index])
            return []
        }
        guard let info = introduction.info, !info.serialNumber.isEmpty else { return close(.timedOut) }
        phase = .ready
        return [.event(.connected(introduction.details(info)))]
    }

    /// Plain firmware, without a payment application: its identification is 132 bytes. *seen twice* (datecs.md 16)
    private static func engine(_ bytes: [UInt8]) -> ReaderFault {
        bytes.count >= 132 ? .noPaymentApplication : .otherProtocol(firstBytes: Array(bytes.prefix(16)))
    }

    /// Another day is off, just across midnight too: setting a clock that is right does no harm.
    private static func isOff(_ clock: CivilTime, from ours: CivilTime) -> Bool {
        let isSameDay = (clock.year, clock.month, clock.day) == (ours.year, ours.month, ours.day)
        return !isSameDay || abs(clock.secondOfDay - ours.secondOfDay) > Int(DatecsLimits.clock.components.seconds)
    }
}

extension CivilTime {
    fileprivate var secondOfDay: Int { hour * 3600 + minute * 60 + second }
}
