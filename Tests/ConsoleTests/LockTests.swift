import Console
import Payments
import Screen
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("the lock (C4, N8)")
struct LockTests {
    private func opened(_ operators: [OperatorName] = []) throws -> ConsoleDriver {
        var driver = try ConsoleDriver.locked()
        driver.take(.unlocked(operators))
        return driver
    }

    @Test("nothing is connected before the credential file is open, and then at once")
    func startsLater() throws {
        var driver = try ConsoleDriver.locked()
        #expect(driver.effects.isEmpty && driver.model.page == .lock)
        driver.take(.unlocked([]))
        #expect(driver.effects.contains(.submit(.expect(uri: "demo:default", address: FoundReader.training.address))))
        #expect(driver.model.page == .sale)
    }

    @Test("what is typed there is never given to the model")
    func takesSecret() throws {
        var driver = try ConsoleDriver.locked()
        #expect(driver.model.takesSecret)
        driver.take(.secretTyped(3))
        #expect(driver.screen.contains("•••"))
        driver.press(.enter)
        #expect(driver.effects == [.unlock])
        #expect(!driver.model.takesSecret)
    }

    @Test("Enter with nothing typed tries nothing")
    func nothingTyped() throws {
        var driver = try ConsoleDriver.locked()
        driver.press(.enter)
        #expect(driver.effects.isEmpty)
    }

    @Test("a wrong passphrase is said, and another can be typed")
    func wrongPassphrase() throws {
        var driver = try ConsoleDriver.locked()
        driver.take(.secretTyped(3))
        driver.press(.enter)
        driver.take(.unlockRefused(TillFault("vault-wrong-passphrase", .usage)))
        #expect(driver.words().contains("The passphrase is wrong."))
        #expect(driver.model.takesSecret && !driver.screen.contains("•"))
    }

    @Test("other pages are out of reach", arguments: [Key.function(2), .function(3), .escape])
    func otherPages(key: Key) throws {
        var driver = try ConsoleDriver.locked()
        driver.press(key)
        #expect(driver.model.page == .lock)
    }

    @Test("waking up locks the file and signs out", arguments: [false, true])
    func wakingUp(isSignedIn: Bool) throws {
        var driver = try opened([.anna])
        if isSignedIn { driver.engine { $0.authority = .signedIn(.anna, .cashier) } }
        driver.take(.resumed)
        #expect(driver.effects.contains(.lock))
        #expect(driver.effects.contains(.submit(.signOut)) == isSignedIn)
        #expect(driver.model.page == .lock)
    }

    @Test("Ctrl-K lets the next operator sign in and keeps the file open")
    func nextOperator() throws {
        var driver = try opened([.anna, .boss])
        driver.engine { $0.authority = .signedIn(.anna, .cashier) }
        driver.press(.control("k"))
        #expect(driver.effects == [.submit(.signOut)])
        driver.engine { $0.authority = Authority(requiresSignIn: true) }
        #expect(driver.screen.contains("Choose your name"))
        driver.press(.down)
        driver.take(.secretTyped(4))
        driver.press(.enter)
        #expect(driver.effects == [.submitWithPIN(.signIn(.boss))])
    }

    @Test("choosing another name forgets the digits typed for the one before")
    func otherName() throws {
        var driver = try opened([.anna, .boss])
        driver.engine { $0.authority = Authority(requiresSignIn: true) }
        driver.take(.secretTyped(4))
        driver.press(.down)
        #expect(driver.effects == [.forgetSecret] && !driver.screen.contains("•"))
    }

    @Test("a payment is never locked away, and its result is what is seen after unlocking")
    func payment() throws {
        var driver = try opened()
        driver.engine { $0.connection = .ready(.sample) }
        driver.beginSale()
        driver.take(.resumed)
        #expect(driver.effects.isEmpty && driver.model.page == .status)
        driver.end(.approved)
        driver.take(.resumed)
        #expect(driver.model.page == .lock)
        driver.take(.unlocked([]))
        #expect(driver.model.page == .receipt)
    }

    @Test("a reader that goes takes the question for a supervisor with it, and the digits typed so far")
    func mootVouching() throws {
        var driver = try opened([.anna, .boss])
        driver.engine { $0.connection = .ready(.sample) }
        driver.type("1050")
        driver.press(.enter)
        driver.confirm()
        driver.fault(TillFault("not-permitted", .permission(.sale), detail: "sale"))
        driver.take(.secretTyped(3))
        #expect(driver.model.takesSecret)
        driver.engine { $0.connection = .none }
        #expect(driver.effects.contains(.forgetSecret) && !driver.model.takesSecret)
    }

    @Test("without a credential file there is nothing to lock")
    func nothing() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.control("k"))
        #expect(driver.words().contains("There is no credential file that could be locked."))
        driver.take(.resumed)
        #expect(driver.model.page == .sale && driver.effects.isEmpty)
    }

    @Test("who is signed in stands on the screen")
    func name() throws {
        var driver = try opened([.anna])
        driver.engine { $0.authority = .signedIn(.anna, .cashier) }
        #expect(driver.grid.line(0).hasSuffix("anna"))
    }
}

extension Authority {
    fileprivate static func signedIn(_ name: OperatorName, _ role: OperatorRole) -> Authority {
        var authority = Authority(requiresSignIn: true)
        authority.person = .signedIn(name, role)
        return authority
    }
}
