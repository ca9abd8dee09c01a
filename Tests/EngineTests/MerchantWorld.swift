import Acquirer
import Checkout
import Crypto
import Engine
import Gateways
import Payments
import Ports
import Readers
import Sandbox
import TestKit
import Testing
import Threads
import Time

/// A till without a reader, a merchant's gateway and the acquirer behind it, on a clock that the test moves. A pinpad's
/// sale of 10.50 stands in journal and ledger.
final class MerchantWorld {
    let clock = VirtualClock()
    let journal = MemoryJournal()
    let power = PowerSwitch()
    /// As the credential file keeps it: what the gateway gives in the password's place survives a restart.
    let opayoAccount: Locked<OpayoAccount>
    private let gateway: MerchantGateway
    private let acquirer: AcquirerDesk
    private let loopback: SandboxLoopback
    private let redsysAccount: RedsysAccount
    private var engine: TillEngine?
    private var seed: UInt64 = 100

    static let sale = TransactionReference(random: [UInt8](repeating: 3, count: 16))
    static let order = OrderNumber("2601030042AB")
    private static let serialNumber = "0123456789"

    init(_ gateway: MerchantGateway, scenario: Scenario = .quiet) throws {
        self.gateway = gateway
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 7), clock: clock)
        let desk = SandboxDesk(
            redsys: RedsysSandbox(try .development(seed: 2, scenario: scenario)),
            opayo: OpayoSandbox(try .development(seed: 3, scenario: scenario)), acquirer: acquirer)
        loopback = SandboxLoopback(desk, clock: clock)
        func secret(_ text: String) throws -> Secret { try Secret(copying: Array(text.utf8)) }
        redsysAccount = RedsysAccount(
            number: RedsysSettings.developmentMerchant, name: "", terminal: "1", currency: .euro,
            licence: try secret(RedsysSettings.developmentLicence), key: try secret(RedsysSettings.developmentKey))
        opayoAccount = Locked(
            OpayoAccount(
                merchantID: OpayoSettings.developmentMerchant, clientID: OpayoSettings.developmentClient,
                password: try secret(OpayoSettings.developmentPassword), operatorPIN: nil, server: .demo))
        try sell()
        try start()
        power.cut(at: nil)
    }

    private func sell() throws {
        let intent = PaymentIntent(
            reference: Self.sale, operation: .sale, money: Money(minorUnits: 1050, currency: .euro),
            customerReference: nil, reader: "serial:///dev/x?protocol=datecs", wireProtocol: .datecs,
            readerSerialNumber: Self.serialNumber, gateway: gateway, order: gateway == .redsys ? Self.order : nil)
        var request = TerminalRequest(
            kind: .sale, terminalID: "99900001", serialNumber: Self.serialNumber, stan: 1)
        request.amount = 1050
        request.currency = 978
        request.reference = intent.referenceOnTheWire
        let answer = try #require(acquirer.decide(request))
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = 1050
        result.authorisedAmount = 1050
        result.currency = "EUR"
        result.eftTransactionID = answer.rrn
        result.authorisationCode = answer.approval
        for change in [JournalEntry.Change.intent(intent), .outcome(.approved, result)] {
            _ = try journal.append(
                JournalEntry(
                    reference: Self.sale, at: clock.wallTime(), operatorName: "", training: false, change: change))
        }
    }

    /// Starts a till on the same journal, as after a restart.
    private func start() throws {
        seed += 1
        var settings = EngineSettings(
            secret: { _ in nil }, identity: .init(name: "till", version: "1"), training: false,
            hostSecurity: { _, _ in nil })
        settings.merchant = MerchantAccess(try access(), rule: .onDemand)
        let ports = EnginePorts(
            links: NoLinks(), hosts: NoLinks(), journal: PoweredJournal(base: journal, power: power), time: clock,
            random: SeededRandom(seed: seed), http: PoweredHTTP(base: loopback, power: power))
        engine = try TillEngine(ports: ports, settings: settings) { _ in }
    }

    private func access() throws -> MerchantAccess.Gateway {
        switch gateway {
        case .redsys:
            let address = try #require(RedsysGateway(url: "http://127.0.0.1:1/redsys"))
            return .redsys(address) { [redsysAccount] in redsysAccount }
        case .opayo:
            let address = try #require(OpayoGateway(url: "http://127.0.0.1:1/elavon"))
            return .opayo(
                address, account: { [opayoAccount] in opayoAccount.withLock { $0 } },
                keepHash: { [opayoAccount] hash in
                    opayoAccount.withLock {
                        $0.password = hash
                        $0.isHash = true
                    }
                    return true
                })
        }
    }

    func refund(_ minorUnits: Int64) {
        let money = Money(minorUnits: minorUnits, currency: .euro)
        engine?.submit(.order(PaymentOrder(.linkedRefund, money: money, original: Self.sale)))
        waitOut()
    }

    /// The power comes back: a new till finds out what there is to be found out.
    func comeBack() throws {
        engine = nil
        loopback.pump()
        power.cut(at: nil)
        try start()
        for row in rows where row.isUnresolved { engine?.submit(.lookUp(row.reference, .keep)) }
        waitOut()
    }

    /// Time goes by, as long as somebody waits for something.
    private func waitOut() {
        settle()
        for _ in 0..<300 {
            guard power.isOn, let next = [engine?.nextDeadline, loopback.nextDeadline].compactMap(\.self).min() else {
                return
            }
            clock.advance(to: max(next, clock.uptime()))
            settle()
        }
    }

    private func settle() {
        var rounds = 0
        while power.isOn, loopback.pumpOnce() || engine?.pump() == true {
            rounds += 1
            guard rounds < 100_000 else {
                Issue.record("the world never comes to rest")
                return
            }
        }
    }

    var rows: [HistoryRow] { (try? journal.history(limit: 1000, query: nil)) ?? [] }

    /// The refund; nil where none stands in the journal.
    var refund: HistoryRow? { rows.first { $0.intent?.operation == .linkedRefund } }

    /// What the acquirer has given back.
    var givenBack: [Int64] {
        acquirer.ledger.filter { $0.kind == .motoRefund && $0.finStatus == .authorised }.map(\.amount)
    }
}
