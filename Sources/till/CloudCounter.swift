import Checkout
import Crypto
import Engine
import Glibc
import Payments
import Ports
import Terminal

/// Where one thing is done at the acquirer's cloud, without a reader: an engine on the journal, somebody who is signed
/// in, and the course of it until its end or until nothing more can be found out.
struct CloudCounter {
    private let engine: TillEngine
    private let loop: CommandLoop
    private let teller: Teller

    /// The payment that was begun.
    private var reference: TransactionReference?
    private var status: ExitStatus?

    /// So many questions without an answer, one after the other, are enough. *own choice*
    private static let mostTroubles = 3

    init(
        place: Workplace, signals: SignalInbox, currency: Currency, vouchingFor permission: Permission?,
        isLinked: Bool = false
    ) throws(Stop) {
        let training = place.isTraining
        let merchant = isLinked ? try place.neededMerchantAccess(training: training) : nil
        if isLinked, merchant?.merchant == nil { throw Stop(.credentials, "account-missing") }
        let cloud = isLinked ? nil : try place.neededCloud(training: training)
        let gate = try Gate(place: place, signals: signals, training: training)
        let loop = CommandLoop(signals: signals)
        let (links, journal) = (try place.links(), try place.journal(training: training))
        let settings = place.settings(
            { _ in nil }, training: training, checksPINs: try place.hasOperators(), cloud: cloud,
            merchant: merchant)
        let ports = try place.ports(links, journal)
        do throws(JournalFault) {
            engine = try TillEngine(ports: ports, settings: settings) { loop.post($0) }
        } catch {
            throw Stop(journalFault: error)
        }
        self.loop = loop
        teller = Teller(place: place, currency: currency)
        engine.start()
        do throws(Stop) {
            try gate.enter(engine, loop, vouchingFor: permission)
        } catch {
            engine.stop()
            throw error
        }
    }

    /// - Parameter secret: what goes beside the intent.
    /// - Returns: the outcome's status.
    func run(_ intent: Intent, secret: Secret?) -> ExitStatus {
        var course = self
        engine.submit(intent, pin: secret)
        defer { engine.stop() }
        while true {
            for message in loop.wait() {
                switch message {
                case .engine(let event): course.happened(event)
                case .signal(let number): if number == SIGINT || number == SIGTERM { course.leave() }
                case .input: break
                }
                if let status = course.status { return status }
            }
        }
    }

    private mutating func happened(_ event: EngineEvent) {
        teller.tell(event)
        switch event.event {
        case .started(let intent): reference = intent.reference
        case .settled(let settled, let outcome, _) where settled == reference: status = ExitStatus(outcome)
        case .tipped(_, _, let outcome, _): status = ExitStatus(outcome)
        case .inquiry(let asked, let inquiry) where asked == reference && inquiry.isStuck(Self.mostTroubles): leave()
        // What was sent and could not be written down is found out anew.
        case .fault(let fault) where reference == nil && fault.money != .unknown: status = ExitStatus(fault)
        default: break
        }
    }

    /// Nobody knows how it ended; `till resolve` asks again.
    private mutating func leave() {
        if let reference { teller.leave(reference) }
        status = .unknown
    }
}

extension Inquiry {
    /// Nothing more is found out now.
    func isStuck(_ mostTroubles: Int) -> Bool {
        if case .undecided = stage { return true }
        return troubleCount >= mostTroubles || isAmbiguous || isSilent
    }
}

extension ExitStatus {
    fileprivate init(_ outcome: TipOutcome) {
        self =
            switch outcome {
            case .authorised: .done
            case .declined: .declined
            case .failed: .failed
            case .intended, .unknown: .unknown
            }
    }
}
