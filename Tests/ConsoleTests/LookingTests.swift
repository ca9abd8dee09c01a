import Console
import Localization
import Payments
import Screen
import TestKit
import Testing
import Time

@Suite("a till beside another one that sells")
struct LookingTests {
    private func looking() throws -> ConsoleDriver {
        var driver = try ConsoleDriver(otherTill: .sample)
        driver.take(.history(query: "", Scene.rows))
        return driver
    }

    /// Accepts the offer to look.
    private func accepted() throws -> ConsoleDriver {
        var driver = try looking()
        driver.take(.painted)
        driver.press(.enter)
        return driver
    }

    @Test("says who sells, and asks for nothing but the history")
    func offer() throws {
        let driver = try ConsoleDriver(otherTill: .sample)
        #expect(driver.effects == [.loadHistory(query: "")])
        #expect(driver.screen.contains("4711"))
    }

    @Test("whoever does not want to look is let go, as one who finds the journal taken")
    func declined() throws {
        var driver = try looking()
        driver.press(.escape)
        #expect(driver.effects == [.quit(status: 10)])
    }

    @Test("the history and its receipts are there")
    func history() throws {
        var driver = try accepted()
        #expect(driver.model.page == .history && !driver.screen.contains("4711"))
        driver.press(.end, .enter)
        #expect(driver.model.page == .receipt)
    }

    @Test("nothing sells, and Sale says why")
    func refused() throws {
        var driver = try accepted()
        driver.press(.escape)
        #expect(driver.model.page == .sale)
        #expect(driver.screen.contains("4711"))
        driver.type("1050")
        driver.press(.enter)
        #expect(driver.screen.contains("Another till sells here"))
        driver.confirm()
        #expect(driver.effects.isEmpty)
    }

    @Test("no key reaches a reader", arguments: [Key.function(2), .character("i"), .control("r"), .control("k")])
    func noReader(_ key: Key) throws {
        var driver = try accepted()
        driver.press(.escape, key)
        #expect(driver.model.page == .sale && driver.effects.isEmpty)
        #expect(driver.screen.contains("Another till sells here"))
    }

    @Test("an approved payment's receipt offers no refund, no reversal and no tip that works")
    func receipt() throws {
        var driver = try accepted()
        driver.press(.end, .enter)
        for key in ["r", "v", "t"] as [Character] {
            driver.press(.character(key))
            #expect(driver.model.page == .receipt && driver.effects.isEmpty)
            #expect(driver.screen.contains("Another till sells here"))
        }
    }
}

extension OtherTill {
    /// 10 March 2026, 10:16:10.
    static let sample = OtherTill(pid: 4711, since: WallTime(milliseconds: 1_773_137_770_000))
}
