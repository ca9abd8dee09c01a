import Checkout
import Crypto
import Engine
import Glibc
import Journals
import Payments
import Ports
import Terminal

/// `till resolve` and `till recover`: find out what became of payments that nobody knows the end of. The reader is asked
/// for what it holds, then the acquirer's cloud.
struct ResolveCommand {
    let place: Workplace
    let signals: SignalInbox
    /// Nil for all that are unresolved.
    let id: String?
    /// What is done with a payment that turns out to be authorised; nil to say so and leave it.
    let decision: InquiryDecision?

    /// - Returns: of one payment its own status; of all `done` where nothing unknown is left, else `unknown`.
    func run() throws(Stop) -> ExitStatus {
        guard !place.invocation.contradictsItself else { throw Stop(.usage, "keep-or-reverse") }
        let rows = try targets()
        guard let first = rows.first else { return .done }
        guard let currency = first.intent?.money.currency else { throw Stop(.usage, "nothing-to-resolve") }
        let teller = Teller(place: place, currency: currency)
        guard rows.contains(where: \.isUnresolved) else { return known(first, teller) }
        let training = first.training
        let gate = try Gate(place: place, signals: signals, training: training)
        let loop = CommandLoop(signals: signals)
        let reader = try? reader(of: first)
        let cloud = try place.cloud(.onDemand, training: training)
        let engine = try engine(loop, reader?.address, training, cloud)
        engine.start()
        defer { engine.stop() }
        try gate.enter(engine, loop, vouchingFor: decision == .reverse ? .reversal : nil)
        var conversation = ResolveConversation(
            engine: engine, loop: loop, open: Set(rows.map(\.reference)), decision: decision, hasCloud: cloud != nil,
            teller: teller)
        conversation.run(reader)
        return id == nil ? conversation.statusOfAll : conversation.statusOfOne
    }

    private func targets() throws(Stop) -> [HistoryRow] {
        if let id { return [try HistoryCommand(place: place).find(id)] }
        return try place.rows { journal throws(JournalFault) in try journal.unresolved() }.filter { $0.intent != nil }
    }

    /// Nobody has to find anything out.
    private func known(_ row: HistoryRow, _ teller: Teller) -> ExitStatus {
        let outcome = row.outcome ?? .unknown
        let result = row.result ?? TransactionResult(finStatus: "UNDEFINED")
        teller.tell(
            EngineEvent(
                at: row.at, journalID: row.journalID,
                event: .settled(reference: row.reference, outcome, result)))
        return ExitStatus(outcome)
    }

    /// The one that is named, else the payment's own; of all payments the usual one.
    private func reader(of row: HistoryRow) throws(Stop) -> (uri: String, address: ReaderAddress) {
        guard place.invocation.reader == nil, id != nil, let uri = row.intent?.reader else { return try place.reader() }
        guard let address = try? ReaderAddress(uri: uri) else {
            throw Stop(.usage, "reader-uri-malformed", ["uri": uri])
        }
        return (uri, address)
    }

    /// Without a reader, or without its secret, the cloud is all there is to ask.
    private func engine(
        _ loop: CommandLoop, _ address: ReaderAddress?, _ training: Bool, _ cloud: CloudAccess?
    ) throws(Stop) -> TillEngine {
        let found = address.flatMap { try? place.secretSource(for: $0) }
        let secret: @Sendable (String) -> Secret? = { found?($0) }
        let (links, journal) = (try place.links(), try place.journal(training: training))
        let settings = place.settings(
            secret, training: training, checksPINs: try place.hasOperators(), cloud: cloud)
        let ports = try place.ports(links, journal)
        do throws(JournalFault) {
            return try TillEngine(ports: ports, settings: settings) { [log = place.log] event in
                log?.note(event, training: training)
                loop.post(event)
            }
        } catch {
            throw Stop(journalFault: error)
        }
    }
}

/// First the reader, then the cloud, until each payment is settled or nothing more can be found out.
struct ResolveConversation {
    let engine: TillEngine
    let loop: CommandLoop
    /// What is still to be found out.
    private(set) var open: Set<TransactionReference>
    let decision: InquiryDecision?
    let hasCloud: Bool
    let teller: Teller

    /// Nothing more is found out about these now.
    private var givenUp: Set<TransactionReference> = []
    private var last = Outcome.unknown
    private var isAskingReader = true

    /// So many questions without an answer, one after the other, are enough. *own choice*
    private static let mostTroubles = 3

    init(
        engine: TillEngine, loop: CommandLoop, open: Set<TransactionReference>, decision: InquiryDecision?,
        hasCloud: Bool, teller: Teller
    ) {
        self.engine = engine
        self.loop = loop
        self.open = open
        self.decision = decision
        self.hasCloud = hasCloud
        self.teller = teller
    }

    var statusOfOne: ExitStatus { open.isEmpty ? ExitStatus(last) : .unknown }
    var statusOfAll: ExitStatus { open.isEmpty ? .done : .unknown }

    mutating func run(_ reader: (uri: String, address: ReaderAddress)?) {
        if let reader { engine.submit(.connect(uri: reader.uri, address: reader.address)) } else { askCloud() }
        var isInterrupted = false
        while !isInterrupted, isAskingReader || !open.isSubset(of: givenUp) {
            for message in loop.wait() {
                switch message {
                case .engine(let event): happened(event)
                case .signal(let number): if number == SIGINT || number == SIGTERM { isInterrupted = true }
                case .input: break
                }
            }
        }
        for reference in open { teller.leave(reference) }
    }

    private mutating func happened(_ event: EngineEvent) {
        teller.tell(event)
        switch event.event {
        case .settled(let reference, let outcome, _): settle(reference, outcome)
        case .recovered(let reference, let outcome, _, _) where outcome != .unknown: settle(reference, outcome)
        case .ready, .disconnected: if isAskingReader { askCloud() }
        case .inquiry(let reference, let inquiry): look(at: inquiry, reference)
        case .fault(let fault): failed(fault)
        default: break
        }
    }

    private mutating func settle(_ reference: TransactionReference, _ outcome: Outcome) {
        guard open.remove(reference) != nil else { return }
        last = outcome
    }

    /// The reader has said what it holds, or can't be asked.
    private mutating func askCloud() {
        isAskingReader = false
        guard hasCloud else {
            givenUp = open
            if !open.isEmpty { teller.say("no-gateway") }
            return
        }
        for reference in open.sorted(by: { $0.text < $1.text }) { engine.submit(.lookUp(reference, decision)) }
    }

    private mutating func look(at inquiry: Inquiry, _ reference: TransactionReference) {
        var isOver = inquiry.troubleCount >= Self.mostTroubles || inquiry.isAmbiguous || inquiry.isSilent
        if case .undecided = inquiry.stage { isOver = true }
        if isOver { givenUp.insert(reference) }
    }

    /// A reader that keeps what it holds to itself does not keep the cloud from being asked.
    private mutating func failed(_ fault: TillFault) {
        if isAskingReader {
            if fault.kind == .busy { askCloud() }
            return
        }
        switch fault.kind {
        case .usage, .permission, .signIn, .journal: givenUp = open
        default: break
        }
    }
}
