import Datecs
import EMV
import Payments
import TestKit
import Time
import Wire

@testable import Readers

/// Plays a pinpad against a session: whole commands in, replies and events out, the clock in between.
struct PinpadDriver {
    var session = DatecsSession()
    var now = Uptime.zero
    /// Commands the till sent since the last `take`.
    private var sent: [Command] = []
    private var happened: [ReaderEffect] = []
    private var deframer = Deframer()

    static let clock = CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 10)
    static let request = ReaderRequest(
        money: Money(minorUnits: 1050, currency: .euro), customerReference: "TABLE 7")

    /// A session that is introduced.
    static func ready(status: PinpadStatus = PinpadStatus(), state: ReaderState = .idle) -> PinpadDriver {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: clock))
        driver.introduce(status: status, state: state)
        _ = driver.take()
        return driver
    }

    mutating func introduce(status: PinpadStatus = PinpadStatus(), state: ReaderState = .idle) {
        reply(.ok)
        reply(.ok, .pinpadInfo(.sample))
        reply(.ok, .readerState(state))
        reply(.ok, .pinpadStatus(status))
        reply(.ok, .clock(Self.clock))
        reply(.ok, .record(.terminal))
        reply(.ok, .maxMTU(1024))
        reply(.unknownCommand)
    }

    /// The till knows how far the log goes.
    static func marked(last: Int? = 122, _ request: ReaderRequest = request) -> PinpadDriver {
        var driver = ready()
        driver.command(.start(request))
        driver.reply(.ok, .record(.terminal))
        if let last {
            driver.reply(.ok, .record(Record([TLV(.stan, bcd: last)])))
        } else {
            driver.reply(.noData)
        }
        return driver
    }

    /// The reader has begun.
    static func paying(_ request: ReaderRequest = request) -> PinpadDriver {
        var driver = marked(request)
        driver.command(.proceed)
        driver.reply(.ok)
        _ = driver.take()
        return driver
    }

    static func marked(_ request: ReaderRequest) -> PinpadDriver { marked(last: 122, request) }

    mutating func command(_ command: ReaderCommand) { feed(.command(command)) }

    mutating func host(_ input: HostInput) { feed(.host(input)) }

    mutating func reply(_ status: Status, _ content: Reply.Content = .nothing) {
        send(.reply(Reply(status, content)))
    }

    mutating func event(_ event: Event) { send(.event(event)) }

    mutating func send(_ packets: Packet...) {
        feed(.received(packets.flatMap { FrameEncoder.frame($0.message) }))
    }

    mutating func wait(_ wait: Duration) {
        now = now + wait
        feed(.deadline)
    }

    /// Deadlines as they come, for so long.
    mutating func waitThrough(_ wait: Duration) {
        let end = now + wait
        while let due = session.nextDeadline, due <= end {
            now = max(now, due)
            feed(.deadline)
        }
        now = end
    }

    mutating func feed(_ input: ReaderInput) {
        for effect in session.handle(input, at: now) {
            guard case .send(let bytes) = effect else {
                happened.append(effect)
                continue
            }
            deframer.push(bytes)
            while let located = deframer.next() {
                if case .frame(let message) = located.unit, case .command(let command)? = try? Packet(message) {
                    sent.append(command)
                }
            }
        }
    }

    /// What the till sent, and everything else that happened.
    mutating func take() -> (sent: [Command], happened: [ReaderEffect]) {
        defer {
            sent = []
            happened = []
        }
        return (sent, happened)
    }

    mutating func commands() -> [Command] { take().sent }

    mutating func events() -> [ReaderEvent] {
        take().happened.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// Events but for notices.
    mutating func news() -> [ReaderEvent] {
        events().filter { if case .notice = $0 { false } else { true } }
    }

    mutating func outcome() -> Outcome? {
        news().compactMap { if case .finished(let reading) = $0 { reading.outcome } else { nil } }.first
    }
}

extension PinpadInfo {
    static let sample = PinpadInfo(
        model: "BluePad-55", serialNumber: "0000123456", software: SoftwareVersion(1, 1, 36, 1),
        terminalID: "99900001", menu: MenuType(rawValue: 7))
}

extension Record {
    static let terminal = Record([
        TLV(.serialNumber, text: "0000123456"), TLV(.currentBatch, number: 42), TLV(.currency, bcd: 978),
    ])

    /// As COMPLETE or the log say it.
    static func of(
        _ result: Datecs.TransactionResult, error: Status = .ok, amount: UInt32 = 1050, stan: Int? = 123,
        _ more: [TLV] = []
    ) -> Record {
        var objects = [
            TLV(.result, number: result.rawValue), TLV(.error, number: error.rawValue), TLV(.amount, number: amount),
        ]
        if let stan { objects.append(TLV(.stan, bcd: stan)) }
        return Record(objects + more)
    }

    static let approval = [TLV(.rrn, text: "000123456789"), TLV(.authorization, text: "A1B2C3")]

    static let approved = of(.approved, approval)
    static let declined = of(.declined, error: .generalError)
    static let cancelled = of(.error, error: .cancelled, stan: nil)

    static func logged(
        _ type: TransactionType, _ result: Datecs.TransactionResult, stan: Int, amount: UInt32 = 1050,
        state: RecordState = .normal
    ) -> Record {
        of(
            result, amount: amount, stan: stan,
            approval + [TLV(.transactionType, number: type.rawValue), TLV(.recordState, number: state.rawValue)])
    }
}

extension ReaderEvent {
    var reading: ReaderReading? {
        switch self {
        case .finished(let reading), .recovered(let reading), .unended(let reading): reading
        default: nil
        }
    }
}
