import Acquirer
import Checkout
import Crypto
import Engine
import Gateways
import Payments
import Ports
import Readers
import Sandbox
import Simulator
import TestKit
import Testing
import Threads
import Time

/// A till without a reader, the acquirer and its cloud, on a clock that the test moves. A sale of 10.50 stands in
/// journal and ledger.
final class CloudWorld {
    let clock = VirtualClock()
    let journal = MemoryJournal()
    let acquirer: AcquirerDesk
    let cloud: SandboxDesk
    let power = PowerSwitch()
    private let loopback: SandboxLoopback
    private(set) var engine: TillEngine?
    private let heard = Locked<[EngineEvent]>([])
    private var seed: UInt64 = 100

    static let saleID = "5f0c2b10-e896-11f0-9d57-9b6b0f0a2c01"
    static let sale = TransactionReference(random: [UInt8](repeating: 3, count: 16))
    private static let serialNumber = "000123400123"

    /// - Parameters:
    ///   - age: of the sale.
    ///   - reference: the merchant's own, of the sale.
    init(
        age: Duration = .seconds(600), reference: String? = nil, change: (inout HandpointSettings) -> Void = { _ in }
    ) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: .quiet, seed: 7), clock: clock)
        var settings = HandpointSettings(
            key: try Secret(copying: Array("KEY".utf8)),
            secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)), seed: 2,
            scenario: .quiet)
        change(&settings)
        cloud = SandboxDesk(HandpointSandbox(settings), acquirer: acquirer)
        loopback = SandboxLoopback(cloud, clock: clock)
        try sell(reference)
        clock.advance(by: age)
    }

    private func sell(_ customerReference: String?) throws {
        let intent = PaymentIntent(
            reference: Self.sale, operation: .sale, money: Money(minorUnits: 1050, currency: .pounds),
            customerReference: customerReference, reader: "tcp://reader:1", readerSerialNumber: Self.serialNumber)
        _ = acquirer.decide(
            AcquirerRequest(
                kind: .sale, amount: 1050, currency: 826, customerReference: intent.referenceOnTheWire, id: Self.saleID,
                originalID: nil, serialNumber: Self.serialNumber))
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = 1050
        result.authorisedAmount = 1050
        result.currency = "GBP"
        result.eftTransactionID = Self.saleID
        for change in [JournalEntry.Change.intent(intent), .outcome(.approved, result)] {
            _ = try journal.append(
                JournalEntry(
                    reference: Self.sale, at: clock.wallTime(), operatorName: "", training: false, change: change))
        }
    }

    /// Starts a till on the same journal, as after a restart.
    func start() throws {
        seed += 1
        let key = try Secret(copying: Array("KEY".utf8))
        let gateway = try #require(HandpointCloud(url: "http://127.0.0.1:1"))
        let settings = EngineSettings(
            secret: { _ in nil }, identity: .init(name: "till", version: "1"), training: false,
            cloud: CloudAccess(gateway: gateway, rule: .onDemand) { key }, hostSecurity: { _, _ in nil })
        let ports = EnginePorts(
            links: NoLinks(), hosts: NoLinks(), journal: PoweredJournal(base: journal, power: power), time: clock,
            random: SeededRandom(seed: seed), http: PoweredHTTP(base: loopback, power: power))
        engine = try TillEngine(ports: ports, settings: settings) { [heard] event in heard.withLock { $0.append(event) }
        }
    }

    /// The token of the card that paid.
    static let token = CardToken.text(of: saleID)

    func submit(_ intent: Intent, secret text: String? = nil) throws {
        engine?.submit(intent, pin: try text.map { try Secret(copying: Array($0.utf8)) })
        settle()
    }

    /// The power comes back: a new till finds out what there is to be found out.
    func comeBack() throws {
        engine = nil
        loopback.pump()
        power.cut(at: nil)
        try start()
        for row in rows where row.isUnresolved { try submit(.lookUp(row.reference, .keep)) }
        waitOut()
    }

    func settle() {
        var rounds = 0
        while power.isOn, loopback.pumpOnce() || engine?.pump() == true {
            rounds += 1
            guard rounds < 100_000 else {
                Issue.record("the world never comes to rest")
                return
            }
        }
    }

    /// Time goes by, as long as somebody waits for something; what stays unknown is asked about so often.
    func waitOut() {
        for _ in 0..<40 {
            guard power.isOn, let next = [engine?.nextDeadline, loopback.nextDeadline].compactMap(\.self).min() else {
                return
            }
            clock.advance(to: next)
            settle()
        }
    }

    var rows: [HistoryRow] { (try? journal.history(limit: 1000, query: nil)) ?? [] }

    /// The latest payment but the sale, and but what was remembered.
    var latest: HistoryRow? { rows.first { $0.reference != Self.sale && $0.reference != remembered } }

    /// What the latest payment was when it was told to be remembered.
    private(set) var remembered: TransactionReference?

    func remember() { remembered = latest?.reference }
    var tip: Tip? { rows.first { $0.reference == Self.sale }?.tip }

    var tips: [TipOutcome] {
        heard.withLock { $0 }.compactMap { if case .tipped(_, _, let outcome, _) = $0.event { outcome } else { nil } }
    }

    func ledger(_ kind: AcquirerRequest.Kind) -> [Int64] {
        acquirer.ledger.filter { $0.kind == kind && $0.finStatus == .authorised }.map(\.amount)
    }
}

/// There are no readers and no hosts.
struct NoLinks: LinkOpener, HostConnector {
    private final class Nothing: Link {
        func send(_ bytes: [UInt8]) {}
        func close() {}
    }

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link { Nothing() }

    func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link { Nothing() }
}
