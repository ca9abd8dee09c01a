import Acquirer
import Datecs
import EMV
import Payments
import Ports
import Simulator
import TestKit
import Time
import Wire

/// The host side of a virtual pinpad, as far as these tests need one: lends its connection and writes down what it
/// sees. Built on the codec alone.
struct PinpadHost {
    var reader: VirtualPinpad
    var now = Uptime.zero
    let desk: AcquirerDesk
    /// Events that are never confirmed.
    var withheld: Set<EventConfirmation.Kind> = []
    /// Events that are confirmed as failed.
    var refused: Set<EventConfirmation.Kind> = []
    /// The acquirer decides, but its answers don't arrive.
    var losesAnswers = false
    /// The link breaks instead of a reaction to this event.
    var dropAt: EventID?
    /// One short line a reply or an event.
    private(set) var seen: [String] = []
    /// The last COMPLETE.
    private(set) var outcome: Record?
    /// Receipts of hung transactions, results of earlier ones, records of the log.
    private(set) var told: [Record] = []
    private(set) var opened: SocketOpen?
    private(set) var content = Reply.Content.nothing
    private(set) var isOpen = false
    private var status = Status.generalError
    private var deframer = Deframer()
    private var awaited: CommandID?
    private var events: [Event] = []
    private var isServing = false
    private var relay: AcquirerConversation?

    init(_ change: (inout PinpadSettings) -> Void = { _ in }) {
        self.init(settings: .plain(change))
    }

    init(settings: PinpadSettings) {
        desk = AcquirerDesk(mind: AcquirerMind(scenario: settings.scenario, seed: 1), clock: VirtualClock())
        reader = VirtualPinpad(settings: settings)
        connect()
    }

    mutating func connect() {
        deframer = Deframer()
        isOpen = true
        hand(.opened)
    }

    mutating func disconnect() {
        isOpen = false
        events = []
        relay = nil
        hand(.closed)
    }

    mutating func forget() { (seen, told, outcome) = ([], [], nil) }

    /// One command; its reply, and all that follows from it.
    @discardableResult
    mutating func ask(_ command: Command) -> Status {
        ask(FrameEncoder.frame(command.message), as: command.id)
    }

    @discardableResult
    mutating func ask(_ frame: [UInt8], as id: CommandID) -> Status {
        status = .generalError
        awaited = id
        hand(.received(frame))
        let answer = status
        serve()
        return answer
    }

    mutating func sendRaw(_ bytes: [UInt8]) { hand(.received(bytes)) }

    /// A transaction from START to END, which is OK where it was approved.
    @discardableResult
    mutating func transact(_ start: TransactionStart) -> Record {
        outcome = nil
        ask(.start(start))
        let record = outcome ?? Record()
        ask(.end(record.verdict == .approved ? .ok : .fail))
        return record
    }

    func stamp() -> CivilTime { VirtualClock().civilTime() }

    /// Lets the clock go on to the reader's next deadline, again and again, for at most this long.
    mutating func wait(_ time: Duration) {
        let end = now + time
        while let deadline = reader.nextDeadline, deadline <= end {
            now = max(now, deadline)
            hand(.tick)
            serve()
        }
        now = end
    }

    private mutating func hand(_ input: ReaderInput) {
        for effect in reader.handle(input, at: now) {
            switch effect {
            case .send(let bytes): if isOpen { take(bytes) }
            case .close: isOpen = false
            case .event: break
            case .call(let bytes):
                var conversation = AcquirerConversation(desk)
                let answer = conversation.receive(bytes)
                hand(.networked(losesAnswers ? nil : answer))
            }
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        deframer.push(bytes)
        while let unit = deframer.next()?.unit {
            guard case .frame(let message) = unit, let packet = try? Packet(message, awaited: awaited) else {
                seen.append("\(unit)")
                continue
            }
            switch packet {
            case .reply(let reply): note(reply)
            case .event(let event):
                seen.append(event.line)
                events.append(event)
            case .command, .other: seen.append("\(packet)")
            }
        }
    }

    private mutating func note(_ reply: Reply) {
        (status, content) = (reply.status, reply.content)
        seen.append("\(awaited?.name ?? awaited?.text ?? "?") \(reply.status.rawValue)")
        awaited = nil
    }

    private mutating func serve() {
        guard !isServing else { return }
        isServing = true
        while !events.isEmpty { react(to: events.removeFirst()) }
        isServing = false
    }

    private mutating func react(to event: Event) {
        guard event.id != dropAt else { return disconnect() }
        switch event {
        case .complete(let record): outcome = record
        case .intermediateComplete(let record), .hangReceipt(let record), .logData(let record): told.append(record)
        case .selectApplication: ask(.selectApplication(1))
        case .socketOpen(let open):
            opened = open
            relay = AcquirerConversation(desk)
            confirm(.open)
        case .socketClose:
            relay = nil
            confirm(.close)
        case .sendData(_, let bytes):
            let answer = refused.contains(.send) ? nil : relay?.receive(bytes)
            confirm(.send)
            if let answer, !losesAnswers { handOn(answer) }
        case .display, .engineDisplay, .engineOnline, .engineFinished, .other: break
        }
    }

    private mutating func confirm(_ kind: EventConfirmation.Kind) {
        guard !withheld.contains(kind) else { return }
        let mtu: UInt16? = kind == .open ? 1024 : nil
        ask(.confirmEvent(EventConfirmation(kind, isDone: !refused.contains(kind), mtu: mtu)))
    }

    private mutating func handOn(_ answer: [UInt8]) {
        for command in Command.receive(answer, mtu: Int(reader.settings.mtu)) {
            while ask(command) == .busy { now = now + .milliseconds(100) }
        }
    }
}

extension Event {
    /// `DISPLAY 0015`, `COMPLETE 0/0`, `SOCKET OPEN`.
    fileprivate var line: String {
        switch self {
        case .display(let message):
            let digits = String(message.rawValue, radix: 16, uppercase: true)
            return "DISPLAY \(String(repeating: "0", count: 4 - digits.count))\(digits)"
        case .complete(let record):
            return "COMPLETE \(record.result?.rawValue ?? 99)/\(record.error?.rawValue ?? 99)"
        default: return id.name ?? id.text
        }
    }
}

extension PinpadSettings {
    static func plain(_ change: (inout PinpadSettings) -> Void = { _ in }) -> PinpadSettings {
        var settings = PinpadSettings(acquirer: HostEndpoint(host: "127.0.0.1", port: 4711), currency: .euro)
        change(&settings)
        return settings
    }
}

extension [LedgerEntry] {
    /// `SALE AUTHORISED 1050`, one a decision.
    var moves: [String] { map { "\($0.kind.rawValue) \($0.finStatus.rawValue) \($0.amount)" } }
}
