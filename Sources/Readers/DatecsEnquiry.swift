import Datecs
import EMV
import Payments
import Time

/// Questions to a reader whose answers are all that is wanted: no transaction runs for them. Source: datecs.md 5, 15.
struct DatecsEnquiry: Hashable, Sendable {
    let service: ReaderService
    let startedAt: Uptime
    /// What is asked yet, in order.
    private var questions: [Command]
    private var keys = ReaderKeys()
    /// The records of its log, oldest first.
    private var records: [String] = []
    private var answer: ReaderServiceResult?
    /// What the reader answered first that was no answer.
    private var refusal: Status?

    /// - Returns: nil for what takes more than questions.
    init?(_ service: ReaderService, at now: Uptime) {
        switch service {
        case .clock: questions = [.clock]
        case .setClock(let clock): questions = [.setClock(clock), .clock]
        case .keys: questions = [.menuInfo, .publicKeys, .symmetricKeys]
        case .menu: questions = [.menuInfo]
        case .fetchLog: questions = [.reportTags(.first, Tag.receipt)]
        default: return nil
        }
        self.service = service
        startedAt = now
    }

    /// Nil where all were asked.
    mutating func next() -> Command? { questions.isEmpty ? nil : questions.removeFirst() }

    mutating func take(_ reply: Reply, to command: Command, at now: Uptime) {
        if service == .fetchLog { return take(record: reply) }
        guard reply.status == .ok else { return refused(reply.status) }
        switch (service, command, reply.content) {
        case (.clock(let ours), _, .clock(let clock)), (.setClock(let ours), _, .clock(let clock)):
            answer = .clock(reading(clock, ours, at: now))
        case (.menu, _, .menuInfo(let info)): answer = .menu(ReaderMenu(info))
        case (.keys, _, .menuInfo(let info)): keys.state = ReaderKeyState(info.keys)
        case (.keys, .publicKeys, .keyList(let text)): keys.publicKeys = Self.lines(text)
        case (.keys, .symmetricKeys, .keyList(let text)): keys.symmetricKeys = Self.lines(text)
        default: break
        }
    }

    /// Status 8 is the log's end; it counts its records with two bytes. Source: datecs.md 5.
    private mutating func take(record reply: Reply) {
        if case .record(let record) = reply.content, records.count < Int(UInt16.max) {
            records.append(DatecsLogLine.text(record))
            questions = [.reportTags(.next, Tag.receipt)]
        } else if reply.status == .noData {
            answer = records.isEmpty ? .logEmpty : .log(records.joined(separator: "\n"))
        } else {
            refused(reply.status)
        }
    }

    /// A clock that can't be set isn't read either; of its keys a reader may know some alone.
    private mutating func refused(_ status: Status) {
        refusal = refusal ?? status
        if service != .keys { questions = [] }
    }

    var result: ReaderServiceResult {
        if let answer { return answer }
        if keys != ReaderKeys() { return .keys(keys) }
        return .refused(statusCode: DatecsResult.number(refusal ?? .generalError))
    }

    private func reading(_ clock: CivilTime, _ ours: CivilTime, at now: Uptime) -> ReaderClockReading {
        let elapsed = (now - startedAt).components.seconds
        let isSet = if case .setClock = service { true } else { false }
        return ReaderClockReading(reader: clock, secondsAhead: clock.seconds(since: ours) - elapsed, wasSet: isSet)
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

extension ReaderKeyState {
    /// What is outside the table isn't known.
    fileprivate init(_ state: KeyState) {
        let known: [ReaderKeyState] = [.none, .systemOnly, .fine, .manufacturerOnly, .unknown, .error]
        let number = Int(state.rawValue)
        self = known.indices.contains(number) ? known[number] : .unknown
    }
}

extension ReaderMenu {
    fileprivate init(_ info: MenuInfo) {
        self.init()
        serialNumber = info.serialNumber
        terminalID = info.terminalID
        merchantID = info.merchantID
        software = info.software.description
        built = "\(info.buildDate) \(info.buildTime)"
        authorisationHost = "\(info.authorization.host):\(info.authorization.port)"
        keyHost = "\(info.keyLoad.host):\(info.keyLoad.port)"
        managementHost = "\(info.management.host):\(info.management.port)"
        authorisationNetwork = info.authorizationNetwork
        keyNetwork = info.keyNetwork
        keys = ReaderKeyState(info.keys)
    }
}
