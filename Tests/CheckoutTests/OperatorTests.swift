import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Who may do what (N8)")
struct OperatorTests {
    @Test("without operators nobody signs in, and everything is allowed")
    func nobodyDefined() {
        var driver = CheckoutDriver.ready()
        #expect(driver.refusal(of: .signIn(.anna)) == "no-operators")
        #expect(driver.refusal(of: .pay(.sample)) == "")
    }

    @Test(
        "with operators nothing is sold before somebody signs in", arguments: [Intent.pay(.sample), .pay(.despite)])
    func signedOut(intent: Intent) {
        var driver = CheckoutDriver.ready(authority: Authority(requiresSignIn: true))
        #expect(driver.refusal(of: intent) == "sign-in-needed")
        #expect(driver.recorded.isEmpty)
    }

    @Test("an attempt is written down before the PIN is looked at")
    func attemptFirst() {
        let driver = CheckoutDriver.ready(authority: Authority(requiresSignIn: true)).after(.intent(.signIn(.anna)))
        #expect(driver.audited == [.attempt(.anna)])
        #expect(driver.performed == [.checkPIN(.anna)])
    }

    @Test("an attempt that can't be written down is not made")
    func unrecordedAttempt() {
        var driver = CheckoutDriver.ready(authority: Authority(requiresSignIn: true))
        driver.journalFails = true
        #expect(driver.refusal(of: .signIn(.anna)) == "journal-disk-full")
        driver.journalFails = false
        driver.take(.pinChecked(.anna, .supervisor))
        #expect(driver.machine.state.authority.person == .nobody)
    }

    @Test("nobody is signed in unless that is written down")
    func unrecordedSignIn() {
        var driver = CheckoutDriver.ready(authority: Authority(requiresSignIn: true)).after(.intent(.signIn(.anna)))
        driver.journalFails = true
        driver.take(.pinChecked(.anna, .cashier))
        #expect(driver.machine.state.authority.person == .nobody)
        driver.journalFails = false
        #expect(driver.refusal(of: .signIn(.anna)) == "")
    }

    /// Every role and every permission, as the table says and as the machine does.
    @Test("what each role may do", arguments: OperatorRole.allCases, Permission.allCases)
    func table(role: OperatorRole, permission: Permission) {
        var driver = CheckoutDriver.signedIn(role)
        let refusal = driver.refusal(of: .act(.use(permission, what: "test")))
        #expect(refusal == (Self.allowed[role]?.contains(permission) == true ? "" : "not-permitted"))
        let event: AuditEvent = refusal.isEmpty ? .did(permission, what: "test") : .forbidden(permission)
        #expect(driver.audited == [event])
    }

    private static let allowed: [OperatorRole: Set<Permission>] = [
        .cashier: [.sale],
        .supervisor: [
            .sale, .refund, .reversal, .despiteUnknown, .endOfDay, .settings, .secrets, .operators, .logFetch,
            .readers,
        ],
        .technician: [.settings, .secrets, .logFetch, .readers],
        .trainer: [],
    ]

    @Test("the intent of a sale carries who was signed in, and nobody vouched for it")
    func ownSale() {
        let driver = CheckoutDriver.signedIn(.cashier).after(.intent(.pay(.sample)))
        #expect(driver.intent?.authorisedBy == nil)
        #expect(driver.machine.state.authority.operatorName == "anna")
    }

    @Test("a supervisor vouches for one action, and only for that one")
    func grant() {
        var driver = CheckoutDriver.signedIn(.cashier)
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
        driver = driver.vouchedFor(.despiteUnknown)
        #expect(driver.audited == [.granted(.despiteUnknown, by: .boss)])
        driver.take(.intent(.pay(.despite)))
        #expect(driver.intent?.authorisedBy == .boss)
        driver.take(.reader(.finished(.sample(.declined))))
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
        #expect(driver.refusal(of: .pay(.sample)) == "")
    }

    @Test("what was vouched for is gone after a minute")
    func grantExpires() {
        var driver = CheckoutDriver.signedIn(.cashier).vouchedFor(.despiteUnknown)
        driver.clock.advance(by: .seconds(60))
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
    }

    @Test("who lacks the permission can't vouch for it")
    func grantByCashier() {
        var driver = CheckoutDriver.signedIn(.cashier)
        driver = driver.after(
            .intent(.authorise(.despiteUnknown, by: .boss)), .pinChecked(.boss, .technician))
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
    }

    @Test("a grant for another action is of no use, and goes with the next sale")
    func otherGrant() {
        var driver = CheckoutDriver.signedIn(.cashier).vouchedFor(.secrets)
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
        driver = driver.after(.intent(.pay(.sample)), .reader(.finished(.sample(.approved))))
        #expect(driver.refusal(of: .act(.use(.secrets, what: "set"))) == "not-permitted")
    }

    @Test("signing out takes what was vouched for with it")
    func signOut() {
        var driver = CheckoutDriver.signedIn(.cashier).vouchedFor(.despiteUnknown).after(.intent(.signOut))
        #expect(driver.refusal(of: .pay(.despite)) == "sign-in-needed")
        driver = driver.after(.intent(.signIn(.anna)), .pinChecked(.anna, .cashier))
        #expect(driver.refusal(of: .pay(.despite)) == "not-permitted")
    }

    @Test("while money may move nobody signs in or out", arguments: [Intent.signOut, .signIn(.boss)])
    func duringPayment(intent: Intent) {
        var driver = CheckoutDriver.signedIn(.cashier).after(.intent(.pay(.sample)))
        #expect(driver.refusal(of: intent) == "payment-runs")
    }

    @Test("no payment begins while a PIN is looked at: nobody else signs in under it")
    func payDuringCheck() {
        var driver = CheckoutDriver.signedIn(.cashier).after(.intent(.signIn(.boss)))
        #expect(driver.refusal(of: .pay(.sample)) == "busy")
        driver = driver.after(.pinChecked(.boss, .supervisor), .intent(.pay(.sample)))
        #expect(driver.machine.state.authority.operatorName == "boss" && driver.intent != nil)
    }

    @Test("who signs out is not vouched for by an answer that comes later")
    func signOutDuringCheck() {
        let driver = CheckoutDriver.signedIn(.cashier)
            .after(
                .intent(.authorise(.despiteUnknown, by: .boss)), .intent(.signOut), .pinChecked(.boss, .supervisor))
        #expect(driver.machine.state.authority.person == .nobody)
        #expect(driver.machine.state.authority.vouchedFor == nil)
    }

    @Test("the first operator is a supervisor: somebody must be able to make the others")
    func firstOperator() {
        var driver = CheckoutDriver()
        #expect(driver.refusal(of: .act(.addOperator(.anna, .cashier))) == "first-operator")
        #expect(driver.refusal(of: .act(.addOperator(.anna, .supervisor))) == "")
    }

    @Test("a late or foreign answer about a PIN signs nobody in")
    func strayAnswer() {
        let driver = CheckoutDriver.ready(authority: Authority(requiresSignIn: true))
            .after(.pinChecked(.anna, .supervisor), .intent(.signIn(.anna)), .pinChecked(.boss, .supervisor))
        #expect(driver.machine.state.authority.person == .nobody)
    }
}

@Suite("Wrong PINs (N8)")
struct LockOutTests {
    private func driver(wrong count: Int) -> CheckoutDriver {
        (0..<count).reduce(.ready(authority: Authority(requiresSignIn: true))) { driver, _ in
            driver.after(.intent(.signIn(.anna)), .pinChecked(.anna, nil))
        }
    }

    @Test("after three wrong PINs the fourth has to wait, and others need not")
    func lockedOut() {
        var driver = driver(wrong: 2)
        #expect(driver.refusal(of: .signIn(.anna)) == "")
        driver = driver.after(.pinChecked(.anna, nil))
        #expect(driver.refusal(of: .signIn(.anna)) == "locked-out")
        #expect(driver.audited.isEmpty)
        #expect(driver.refusal(of: .signIn(.boss)) == "")
    }

    @Test("the wait doubles up to an hour")
    func waits() {
        let seconds = [2, 3, 4, 5, 9, 10, 11, 500].map { Failures.wait(after: $0).components.seconds }
        #expect(seconds == [0, 30, 60, 120, 1920, 3600, 3600, 3600])
    }

    @Test("after the wait the right PIN opens, and the count begins anew")
    func opens() {
        var driver = driver(wrong: 3)
        driver.clock.advance(by: .seconds(30))
        driver = driver.after(.intent(.signIn(.anna)), .pinChecked(.anna, .cashier), .intent(.signOut))
        #expect(driver.refusal(of: .signIn(.anna)) == "")
    }

    @Test("a restart remembers the attempts, those that were cut off included")
    func restart() {
        let clock = VirtualClock()
        let trail = [AuditEvent.attempt(.anna), .attempt(.anna), .attempt(.anna), .signedIn(.anna, .cashier)]
            .map { AuditEntry(at: clock.wallTime(), operatorName: "", training: false, event: $0) }
        var driver = CheckoutDriver.ready(
            authority: Authority(requiresSignIn: true, trail: trail, at: clock.uptime()))
        #expect(driver.refusal(of: .signIn(.anna)) == "locked-out")
    }

    @Test("a clock that was set back makes nobody wait longer than the wait itself")
    func clockSetBack() {
        let clock = VirtualClock()
        let later = WallTime(milliseconds: clock.wallTime().milliseconds + 86_400_000)
        let trail = [AuditEvent](repeating: .attempt(.anna), count: 3)
            .map { AuditEntry(at: later, operatorName: "", training: false, event: $0) }
        var driver = CheckoutDriver.ready(
            authority: Authority(requiresSignIn: true, trail: trail, at: clock.uptime()))
        #expect(driver.refusal(of: .signIn(.anna)) == "locked-out")
        driver.clock.advance(by: .seconds(30))
        #expect(driver.refusal(of: .signIn(.anna)) == "")
    }
}

extension CheckoutDriver {
    /// The intent that the last input wrote down.
    fileprivate var intent: PaymentIntent? {
        recorded.compactMap { if case .intent(let intent) = $0 { intent } else { nil } }.first
    }
}
