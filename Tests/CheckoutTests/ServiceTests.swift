import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("What a reader does besides payments, and what is refused meanwhile")
struct ServiceTests {
    static let services: [ReaderService] = [
        .update, .setLogLevel(.info), .clearLog, .fetchLog, .scan(ScanOptions()),
    ]

    @Test("each runs, ends, and the reader is ready again", arguments: services)
    func ends(service: ReaderService) {
        var driver = CheckoutDriver.ready()
        driver.take(.intent(.serve(service)))
        #expect(driver.performed == [.publish(.serving(service)), .reader(.serve(service))])
        driver.take(.reader(.served(.logEmpty)))
        #expect(driver.performed == [.publish(.served(service, .logEmpty)), .publish(.ready)])
    }

    @Test(
        "one that readers of this protocol don't have is refused, and the reader is asked nothing",
        arguments: [ReaderService.testConnection, .endOfDay, .keys, .menu])
    func foreign(service: ReaderService) {
        var driver = CheckoutDriver.ready()
        #expect(driver.refusal(of: .serve(service)) == "service-not-on-reader")
    }

    @Test("no payment starts while one runs, and no other service", arguments: services)
    func busy(service: ReaderService) {
        var driver = CheckoutDriver.serving(service)
        #expect(driver.refusal(of: .pay(.sample)) == "busy")
        #expect(driver.refusal(of: .pay(.tokenise())) == "busy")
        #expect(driver.refusal(of: .serve(.fetchLog)) == "busy")
        #expect(driver.refusal(of: .fetchPending) == "busy")
        #expect(driver.refusal(of: .connect(uri: "tcp://x:1", address: .sample)) == "busy")
    }

    @Test("none starts during a payment, unconnected, or while a result is fetched or held back")
    func refused() {
        var selling = CheckoutDriver.selling()
        #expect(selling.refusal(of: .serve(.update)) == "payment-runs")
        var none = CheckoutDriver()
        #expect(none.refusal(of: .serve(.update)) == "not-connected")
        var fetching = CheckoutDriver()
        fetching.connect(pending: true)
        #expect(fetching.refusal(of: .serve(.update)) == "busy")
        fetching.take(.reader(.pendingFailed(statusCode: 4)))
        #expect(fetching.refusal(of: .serve(.update)) == "pending-not-fetched")
    }

    @Test("a result that comes meanwhile is written down, acknowledged and told, and the service goes on")
    func late() {
        var driver = CheckoutDriver.serving(.update)
        driver.take(.reader(.recovered(.sample(.approved))))
        #expect(driver.recorded.count == 1)
        #expect(driver.performed.first == .reader(.acknowledgeResult))
        guard case .serving = driver.machine.state.connection else {
            Issue.record("the service is gone")
            return
        }
    }

    @Test("such a result that can't be written down is not acknowledged")
    func lateUnrecorded() {
        var driver = CheckoutDriver.serving(.update)
        driver.journalFails = true
        driver.take(.reader(.recovered(.sample(.approved))))
        #expect(!driver.performed.contains(.reader(.acknowledgeResult)))
        guard case .stuck = driver.machine.state.connection else {
            Issue.record("not stuck")
            return
        }
    }

    @Test("only an update may speak to a host; its steps are counted")
    func progress() {
        var driver = CheckoutDriver.serving(.update)
        let connecting = ReaderNotice(code: 0x20, name: "CONNECTING", text: "", detail: nil, cancelAllowed: false)
        driver.take(.reader(.notice(connecting)))
        #expect(driver.performed == [.publish(.progress(done: 1, connecting))])
        driver.take(.reader(.relayRequested(byteCount: 9)))
        #expect(driver.performed == [.publish(.progress(done: 2, nil)), .reader(.relay)])
        var scanning = CheckoutDriver.serving(.scan(ScanOptions()))
        scanning.take(.reader(.relayRequested(byteCount: 9)))
        #expect(scanning.performed == [.reader(.refuseRelay)])
    }

    @Test("a scan is stopped once; an update can't be")
    func stop() {
        var scanning = CheckoutDriver.serving(.scan(ScanOptions()))
        scanning.take(.intent(.stopService))
        #expect(scanning.performed == [.reader(.cancel)])
        scanning.take(.intent(.stopService))
        #expect(scanning.performed == [])
        var updating = CheckoutDriver.serving(.update)
        #expect(updating.refusal(of: .stopService) == "stop-not-allowed")
        var ready = CheckoutDriver.ready()
        #expect(ready.refusal(of: .stopService) == "nothing-to-stop")
    }

    @Test("a reader without a scanner is a fault of its own")
    func noScanner() {
        var driver = CheckoutDriver.serving(.scan(ScanOptions()))
        driver.take(.reader(.served(.refused(statusCode: 0x2F))))
        #expect(driver.performed.contains(.publish(.fault(.scannerMissing))))
        driver = .serving(.clearLog)
        driver.take(.reader(.served(.refused(statusCode: 4))))
        #expect(driver.performed.contains(.publish(.fault(.serviceRefused(statusCode: 4)))))
    }
}

@Suite("A reader that restarts after an update (H14)")
struct RestartTests {
    private func after(_ wait: Duration) -> CheckoutDriver {
        var driver = CheckoutDriver.restarting()
        driver.clock.advance(by: wait)
        driver.take(.deadline)
        return driver
    }

    @Test("it is let go, left alone for two seconds, then tried until it introduces itself")
    func comesBack() {
        var driver = CheckoutDriver.restarting()
        #expect(driver.performed.last == .closeLink)
        #expect(driver.machine.nextDeadline == driver.clock.uptime() + .seconds(2))
        driver = after(.seconds(2))
        #expect(driver.performed == [.openLink(.sample)])
        driver.take(.linkFailed(TillFault("link-refused", .unreachable)))
        #expect(driver.performed == [])
        driver.clock.advance(by: .seconds(1))
        driver.take(.deadline)
        driver.take(.linkOpened)
        driver.take(.reader(.closed(.noAnswer)))
        driver.clock.advance(by: .seconds(1))
        driver.take(.deadline)
        driver.take(.linkOpened)
        #expect(driver.performed == [.introduce])
        driver.take(.reader(.connected(.sample(pending: false))))
        driver.take(.reader(.nothingPending))
        #expect(driver.performed.last == .publish(.ready))
    }

    @Test("after two minutes it is given up")
    func staysAway() {
        var driver = after(.seconds(121))
        driver.take(.linkFailed(TillFault("link-refused", .unreachable)))
        #expect(driver.performed.contains(.publish(.fault(.restartTooLong))))
        #expect(driver.machine.state.connection == .none)
    }

    @Test("nobody has to wait for it, and nothing is sold meanwhile")
    func letGo() {
        var driver = CheckoutDriver.restarting()
        #expect(driver.refusal(of: .pay(.sample)) == "not-connected")
        #expect(driver.refusal(of: .serve(.fetchLog)) == "not-connected")
        driver.take(.intent(.disconnect))
        #expect(driver.machine.state.connection == .none)
    }
}

@Suite("Who may have it done (N8)")
struct ServicePermissionTests {
    @Test(
        "a technician sees to log and update, a cashier only scans",
        arguments: [
            (OperatorRole.cashier, ReaderService.fetchLog, "not-permitted"), (.cashier, .update, "not-permitted"),
            (.cashier, .scan(ScanOptions()), ""), (.technician, .clearLog, ""), (.technician, .update, ""),
            (.trainer, .setLogLevel(.none), "not-permitted"),
        ])
    func roles(role: OperatorRole, service: ReaderService, fault: String) {
        var driver = CheckoutDriver.signedIn(role)
        #expect(driver.refusal(of: .serve(service)) == fault)
    }

    @Test("what takes a permission is written down before it is done; scanning takes none")
    func trail() {
        var driver = CheckoutDriver.signedIn(.technician)
        driver.take(.intent(.serve(.fetchLog)))
        #expect(driver.audited == [.did(.logFetch, what: "reader log get")])
        driver = .signedIn(.technician)
        driver.take(.intent(.serve(.scan(ScanOptions()))))
        #expect(driver.audited == [])
        driver = .signedIn(.technician)
        driver.journalFails = true
        driver.take(.intent(.serve(.update)))
        #expect(!driver.performed.contains(.reader(.serve(.update))))
    }

    @Test("where nobody signs in, nothing is written down")
    func open() {
        var driver = CheckoutDriver.ready()
        driver.take(.intent(.serve(.fetchLog)))
        #expect(driver.audited == [])
    }
}

@Suite("Keeping a card, by the rules of selling (H7)")
struct TokeniseTests {
    @Test("the intent is written down first, and has no amount")
    func starts() {
        var driver = CheckoutDriver.ready()
        driver.take(.intent(.pay(.tokenise(customerReference: "TABLE 7"))))
        guard case .intent(let intent)? = driver.recorded.first else {
            Issue.record("no intent")
            return
        }
        #expect(intent.operation == .tokenise && intent.amount == nil && intent.money.minorUnits == 0)
    }

    @Test("an amount with it, and a contract, are refused")
    func refused() {
        var driver = CheckoutDriver.ready()
        var order = PaymentOrder.tokenise()
        order.money.minorUnits = 1
        #expect(driver.refusal(of: .pay(order)) == "amount-out-of-range")
        order = .tokenise()
        order.merchantAuth = ["AMEX:1:2"].compactMap(MerchantCredential.init)
        #expect(driver.refusal(of: .pay(order)) == "merchant-auth-not-taken")
    }

    @Test("one that was never answered blocks nothing")
    func blocksNothing() {
        var lost = KnownPayment.sample(outcome: .unknown)
        lost.intent.operation = .tokenise
        lost.intent.money = .nothing
        var driver = CheckoutDriver.ready(payments: [lost])
        #expect(driver.refusal(of: .pay(.tokenise())) == "")
    }

    @Test("one that was running when the till was killed has failed: that is written down at the next connection")
    func killed() {
        var lost = KnownPayment.sample(outcome: nil)
        lost.intent.operation = .tokenise
        var driver = CheckoutDriver(payments: [lost])
        driver.connect(pending: false)
        #expect(driver.recorded.count == 1)
        guard case .outcome(.failed, _)? = driver.recorded.first else {
            Issue.record("not failed")
            return
        }
        #expect(driver.performed.last == .publish(.ready))
    }

    @Test("where that can't be written down the reader is let go")
    func killedUnrecorded() {
        var lost = KnownPayment.sample(outcome: nil)
        lost.intent.operation = .tokenise
        var driver = CheckoutDriver(payments: [lost])
        driver.journalFails = true
        driver.connect(pending: false)
        #expect(driver.machine.state.connection == .none)
        #expect(driver.performed.first == .closeLink)
    }

    @Test("a kept result is a card's only by its type and reference")
    func matches() {
        var lost = KnownPayment.sample(outcome: nil)
        lost.intent.operation = .tokenise
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.type = "TOKENIZE_CARD"
        #expect(ResultMatch.find(result, from: "000123400123", among: [lost]) == .nobody)
        result.customerReference = lost.intent.referenceOnTheWire
        #expect(ResultMatch.find(result, from: "000123400123", among: [lost]) == .known(lost.intent.reference))
        result.type = "SALE"
        #expect(ResultMatch.find(result, from: "000123400123", among: [lost]) == .nobody)
    }
}
