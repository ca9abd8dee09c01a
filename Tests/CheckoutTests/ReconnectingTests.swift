import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("A reader that was lost is connected again")
struct ReconnectingTests {
    private let linkGone = TillFault("link-refused", .unreachable)

    /// A reader was ready and its cable was pulled.
    private func lost() -> CheckoutDriver {
        var driver = CheckoutDriver(reconnects: true)
        driver.connect(pending: false)
        driver.take(.reader(.closed(.linkLost)))
        return driver
    }

    private func opens(_ driver: CheckoutDriver) -> Bool { driver.performed.contains { $0 == .openLink(.sample) } }

    /// Time goes by until the till acts.
    private func wait(_ driver: inout CheckoutDriver) -> Duration {
        let before = driver.clock.uptime()
        guard let due = driver.machine.nextDeadline else { return .zero }
        driver.clock.advance(to: due)
        driver.take(.deadline)
        return driver.clock.uptime() - before
    }

    @Test("within a second, and what it holds is fetched first")
    func back() {
        var driver = lost()
        #expect(wait(&driver) <= .seconds(1))
        #expect(opens(driver))
        driver.take(.linkOpened)
        driver.take(.reader(.connected(.sample(pending: true))))
        #expect(driver.performed.contains(.reader(.fetchPendingResult(since: nil))))
    }

    @Test("again and again, ever more slowly, without a word each time")
    func patience() {
        var driver = lost()
        var waits: [Duration] = []
        for _ in 0..<400 {
            waits.append(wait(&driver))
            driver.take(.linkFailed(linkGone))
            #expect(driver.performed.isEmpty)
        }
        let first: [Duration] = [50, 100, 200, 400, 500].map { .milliseconds($0) }
        #expect(Array(waits.prefix(5)) == first)
        #expect(waits.last == .seconds(5))
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("a link that opens to silence is one more try")
    func silence() {
        var driver = lost()
        _ = wait(&driver)
        driver.take(.linkOpened)
        driver.take(.reader(.closed(.noAnswer)))
        #expect(driver.machine.nextDeadline != nil)
        #expect(driver.performed.isEmpty)
    }

    @Test("another reader in its place is not taken for it")
    func another() {
        var driver = lost()
        _ = wait(&driver)
        driver.take(.linkOpened)
        var other = ReaderDetails.sample(pending: false)
        other.serialNumber = "000000000009"
        driver.take(.reader(.connected(other)))
        #expect(driver.performed == [.reader(.disconnect)])
        driver.take(.reader(.closed(nil)))
        #expect(driver.machine.nextDeadline != nil)
    }

    @Test("it ends at once when somebody says so, and when another reader is chosen")
    func ends() {
        var driver = lost()
        driver.take(.intent(.disconnect))
        #expect(driver.machine.state.connection == .none)
        #expect(driver.machine.nextDeadline == nil)
        var choosing = lost()
        choosing.take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        #expect(opens(choosing))
        choosing.take(.linkFailed(linkGone))
        #expect(choosing.machine.state.connection == .none)
    }

    @Test("who lets a reader go, and who never reached one, waits for none")
    func none() {
        var letGo = CheckoutDriver(reconnects: true)
        letGo.connect(pending: false)
        letGo.take(.reader(.closed(nil)))
        #expect(letGo.machine.state.connection == .none)
        var never = CheckoutDriver(reconnects: true)
        never.take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        never.take(.linkFailed(linkGone))
        #expect(never.machine.state.connection == .none)
    }

    /// The reader of the last time is looked for when the till starts.
    private func awaited() -> CheckoutDriver {
        var driver = CheckoutDriver(reconnects: true)
        driver.take(.intent(.expect(uri: "tcp://x:1", address: .sample)))
        return driver
    }

    @Test("one that isn't there at the start is waited for, and why is said once")
    func absent() {
        var driver = awaited()
        #expect(opens(driver))
        driver.take(.linkFailed(linkGone))
        #expect(driver.performed == [.publish(.fault(linkGone))])
        for _ in 0..<400 {
            #expect(wait(&driver) <= .seconds(5))
            #expect(opens(driver))
            driver.take(.linkFailed(linkGone))
            #expect(driver.performed.isEmpty)
        }
        _ = wait(&driver)
        driver.take(.linkOpened)
        driver.take(.reader(.connected(.sample(pending: false))))
        driver.take(.reader(.nothingPending))
        #expect(driver.performed == [.publish(.ready)])
    }

    @Test("another reader in the place of the one used last is let go, told of once, and the right one is waited for")
    func anotherAtStart() {
        var driver = CheckoutDriver(reconnects: true)
        let other = ReaderDetails.sample(pending: false)
        driver.take(.intent(.expect(uri: "tcp://x:1", address: .sample, serialNumber: "000999999999")))
        for attempt in 0..<3 {
            driver.take(.linkOpened)
            driver.take(.reader(.connected(other)))
            let told: [CheckoutEffect] = attempt == 0 ? [.publish(.fault(.anotherReader(other)))] : []
            #expect(driver.performed == told + [.reader(.disconnect)])
            driver.take(.reader(.closed(nil)))
            #expect(driver.performed.isEmpty)
            _ = wait(&driver)
        }
        driver.take(.linkOpened)
        var right = other
        right.serialNumber = "000999999999"
        driver.take(.reader(.connected(right)))
        #expect(driver.performed.first == .publish(.connected(right)))
    }

    @Test("nobody waits for it any more once it was let go, and where the till waits for none it is tried once")
    func absentLetGo() {
        var driver = awaited()
        driver.take(.linkFailed(linkGone))
        driver.take(.intent(.disconnect))
        #expect(driver.machine.state.connection == .none && driver.machine.nextDeadline == nil)
        var other = CheckoutDriver()
        other.take(.intent(.expect(uri: "tcp://x:1", address: .sample)))
        #expect(opens(other))
        other.take(.linkFailed(linkGone))
        #expect(other.machine.state.connection == .none)
    }

    @Test("no payment starts meanwhile")
    func noPayment() {
        var driver = lost()
        #expect(driver.refusal(of: .pay(.sample)) == "not-connected")
    }
}
