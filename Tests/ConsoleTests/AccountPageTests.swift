import Console
import Payments
import Screen
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("The merchant's account, on the screen (R2, E2, E3, E12)")
struct AccountPageTests {
    private func secretEffects(_ driver: ConsoleDriver) -> [AccountSecret] {
        driver.effects.compactMap {
            if case .account(.keepSecret(let secret)) = $0 { secret } else { nil }
        }
    }

    /// Everything is filled in but for the last field's Enter.
    private func filled() throws -> ConsoleDriver {
        var driver = try ConsoleDriver.account(.redsys)
        driver.press(.character("l"))
        driver.type("sandbox")
        driver.press(.enter)
        driver.take(.secretTyped(8))
        driver.press(.enter)
        driver.take(.secretTyped(16))
        return driver
    }

    @Test("the page reads the account when it is opened")
    func opened() throws {
        var driver = try ConsoleDriver(training: false, merchantAt: .opayo)
        driver.press(.control("a"))
        #expect(driver.model.page == .account && driver.effects.contains(.account(.read)))
        #expect(driver.screen.contains("being read"))
    }

    @Test("without such a gateway there is no page, and the key is not shown")
    func noGateway() throws {
        var driver = try ConsoleDriver(training: false)
        driver.press(.control("a"))
        #expect(driver.model.page == .sale)
        #expect(driver.screen.contains("No gateway with a merchant's account"))
        driver.press(.function(1))
        #expect(!driver.screen.contains("Account"))
    }

    @Test("what is typed in the open is text; secrets are dots, and are kept one by one")
    func login() throws {
        var driver = try ConsoleDriver.account(.redsys)
        driver.press(.character("l"))
        #expect(!driver.model.takesSecret)
        driver.type("sandbox")
        #expect(driver.screen.contains("sandbox"))
        driver.press(.enter)
        #expect(driver.model.takesSecret)
        driver.take(.secretTyped(8))
        #expect(driver.screen.contains("••••••••"))
        driver.press(.enter)
        let licence = secretEffects(driver)
        driver.take(.secretTyped(16))
        driver.press(.enter)
        let password = secretEffects(driver)
        #expect(licence == [.licence] && password == [.password])
        #expect(driver.effects.last == .account(.logIn(AccountLogin(user: "sandbox"))))
        #expect(!driver.model.takesSecret)
    }

    @Test("Tab goes on as Enter does, from no empty field, and never logs in")
    func tab() throws {
        var driver = try ConsoleDriver.account(.redsys)
        driver.press(.character("l"), .tab)
        #expect(!driver.model.takesSecret)
        driver.type("sandbox")
        driver.press(.tab)
        #expect(driver.model.takesSecret)
        driver.take(.secretTyped(8))
        driver.press(.down)
        #expect(secretEffects(driver) == [.licence])
        driver.take(.secretTyped(16))
        driver.press(.tab)
        #expect(driver.model.takesSecret && secretEffects(driver) == [])
    }

    @Test("Opayo is asked with number, client, password, PIN and server")
    func opayoLogin() throws {
        var driver = try ConsoleDriver.account(.opayo)
        driver.press(.character("l"))
        driver.type("1000002")
        driver.press(.enter)
        driver.type("sandbox")
        driver.press(.enter)
        driver.take(.secretTyped(16))
        driver.press(.enter)
        driver.take(.secretTyped(0))
        driver.press(.enter, .right, .enter)
        let login = AccountLogin(user: "1000002", clientID: "sandbox", isProduction: true)
        #expect(driver.effects.last == .account(.logIn(login)))
    }

    @Test("a field that is needed is not left empty")
    func empty() throws {
        var driver = try ConsoleDriver.account(.redsys)
        driver.press(.character("l"), .enter)
        #expect(driver.screen.contains("has to be filled in") && !driver.model.takesSecret)
    }

    @Test("while the gateway is asked the keys are alive and nothing is sold")
    func underWay() throws {
        var driver = try filled()
        driver.press(.enter)
        driver.wait(.seconds(3))
        driver.take(.tick)
        #expect(driver.screen.contains("Logging in") && driver.screen.contains("0:03"))
        driver.press(.character("l"))
        #expect(driver.screen.contains("is being asked about the account"))
        driver.press(.escape)
        driver.engine { $0.connection = .ready(.sample) }
        driver.type("1000")
        driver.press(.enter)
        #expect(driver.model.page == .sale && driver.screen.contains("is being asked about the account"))
    }

    @Test("each thing that the gateway refuses is said")
    func refused() throws {
        var driver = try filled()
        driver.press(.enter)
        driver.take(.account(.notLoggedIn(.refused(["4401", "4403"]))))
        #expect(driver.screen.contains("User or password is wrong."))
        #expect(driver.screen.contains("The licence is wrong."))
    }

    @Test("who went elsewhere hears there how it ended")
    func elsewhere() throws {
        var driver = try filled()
        driver.press(.enter, .escape)
        driver.take(.account(.loggedIn(.redsys, [])))
        #expect(driver.model.page == .sale && driver.screen.contains("Logged in"))
    }

    @Test("leaving the login has what was typed wiped")
    func left() throws {
        var driver = try filled()
        driver.press(.escape)
        #expect(driver.effects.contains(.forgetSecret) && driver.effects.contains(.account(.leaveLogin)))
        #expect(driver.model.page == .account && !driver.model.takesSecret)
    }

    @Test("of several terminals one is chosen")
    func terminals() throws {
        var driver = try filled()
        driver.press(.enter)
        driver.take(.account(.terminals(["999008881/1", "999008881/2"])))
        driver.press(.down, .enter)
        #expect(driver.effects == [.account(.choose(terminal: "999008881/2"))])
    }

    @Test("the account is shown without anything secret in it")
    func shown() throws {
        let driver = try ConsoleDriver.account(.redsys, facts: .redsys)
        for word in ["Corner Shop", "999008881", "EUR", "kept encrypted"] { #expect(driver.screen.contains(word)) }
    }

    @Test("an account is forgotten when that was asked twice")
    func forgotten() throws {
        var driver = try ConsoleDriver.account(.redsys, facts: .redsys)
        driver.press(.character("f"))
        #expect(driver.screen.contains("Forget this account?") && driver.effects.isEmpty)
        driver.confirm()
        #expect(driver.effects == [.account(.forget)])
        driver.take(.account(.forgotten))
        #expect(driver.screen.contains("Nobody is logged in"))
    }

    @Test("the page does not open while a payment runs")
    func selling() throws {
        var driver = try ConsoleDriver(training: false, merchantAt: .opayo)
        driver.beginSale()
        driver.press(.control("a"))
        #expect(driver.model.page == .status)
    }
}

extension AccountFacts {
    static let redsys: AccountFacts = {
        var facts = AccountFacts(name: "Corner Shop", number: "999008881", terminal: "1", currency: .euro)
        facts.hasLicence = true
        facts.loggedIn = WallTime(milliseconds: 1_773_137_770_000)
        return facts
    }()

    static let opayo: AccountFacts = {
        var facts = AccountFacts(name: "", number: "1000002", terminal: "sandbox", currency: .pounds)
        facts.server = "DEMO"
        facts.password = .replaced
        facts.hasOperatorPIN = true
        facts.loggedIn = WallTime(milliseconds: 1_773_137_770_000)
        return facts
    }()
}

extension [AccountLine] {
    static let opayo = [
        AccountLine(name: "name", value: "Corner Shop Ltd"), AccountLine(name: "city", value: "London"),
        AccountLine(name: "postalCode", value: "EC1A 1BB"),
    ]
}
