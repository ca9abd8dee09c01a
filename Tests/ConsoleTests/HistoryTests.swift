import Checkout
import Console
import Localization
import Payments
import Screen
import TestKit
import Testing

@Suite("looking through the history")
struct HistoryTests {
    private func opened() throws -> ConsoleDriver {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(3))
        driver.take(.history(query: "", Scene.rows))
        return driver
    }

    private func order(_ driver: ConsoleDriver) -> [String] {
        driver.screen.split(separator: "\n").compactMap { line in
            ["Unknown", "Approved", "Declined"].first { line.contains("\($0)  ") }
        }
    }

    @Test("unresolved payments stand on top, the others newest first")
    func sorted() throws {
        #expect(try order(opened()) == ["Unknown", "Approved", "Declined"])
    }

    @Test("a slash searches as one types, letters included")
    func search() throws {
        var driver = try opened()
        driver.type("/q1")
        #expect(driver.effects == [.loadHistory(query: "q1")])
        driver.take(.history(query: "q", []))
        #expect(order(driver).count == 3)
        driver.take(.history(query: "q1", []))
        #expect(driver.screen.contains("There are no payments here."))
        driver.press(.escape)
        #expect(driver.effects == [.loadHistory(query: "")])
    }

    @Test("Enter shows the receipt as a copy, Esc leads back to the same row")
    func reprint() throws {
        var driver = try opened()
        driver.press(.down, .enter)
        #expect(driver.model.page == .receipt)
        #expect(driver.screen.contains("COPY"))
        driver.press(.escape)
        #expect(driver.model.page == .history)
        #expect(driver.grid.cursor == Point(x: 2, y: 6))
    }

    @Test("the chosen row stays chosen when a new payment arrives")
    func identity() throws {
        var driver = try opened()
        driver.press(.down, .down)
        var rows = Scene.rows
        var new = rows[0]
        new.reference = SamplePayments.reference(77)
        rows.insert(new, at: 0)
        driver.take(.history(query: "", rows))
        driver.press(.enter)
        #expect(driver.screen.contains("✗ Declined"))
    }

    @Test("a payment that nobody knows the end of opens as unknown")
    func unfinished() throws {
        var driver = try opened()
        driver.press(.enter)
        #expect(driver.screen.contains("? Unknown"))
        #expect(driver.screen.contains("EUR 8,410.50"))
    }
}

@Suite("quitting, language, colours, small windows")
struct ConsoleTests {
    @Test("q quits at once where nothing runs and nothing is typed")
    func quit() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.character("q"))
        #expect(driver.effects == [.quit(status: 0)])
    }

    @Test("q asks where something is typed, and Enter confirms")
    func quitTyped() throws {
        var driver = try ConsoleDriver.ready()
        driver.type("5q")
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("Quit?"))
        driver.confirm()
        #expect(driver.effects == [.quit(status: 0)])
    }

    @Test("Ctrl-C asks whether to quit")
    func interrupt() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.control("c"))
        #expect(driver.screen.contains("Press Enter to close the till."))
    }

    @Test("the language changes live, in what already stands there too")
    func language() throws {
        var driver = try ConsoleDriver.selling()
        driver.end(.approved)
        driver.press(.control("l"))
        #expect(driver.effects == [.loadLanguage(.fr)])
        driver.take(.catalogue(try .kept(.fr)))
        #expect(driver.screen.contains("✓ Accepté"))
        #expect(driver.screen.contains("Exemplaire client"))
        #expect(driver.screen.contains("10,50 EUR"))
    }

    @Test("the colours change live")
    func theme() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.control("t"))
        #expect(driver.effects == [.useTheme("light")])
        driver.press(.function(12))
        #expect(driver.effects == [.useTheme("dark")])
    }

    @Test("a window that is too small says so, and q works")
    func tooSmall() throws {
        var driver = try ConsoleDriver.ready()
        driver.take(.resized(Size(width: 60, height: 20)))
        #expect(driver.screen.contains("60×20"))
        #expect(driver.screen.contains("80×24"))
        driver.type("5")
        driver.press(.character("q"))
        #expect(driver.effects == [.quit(status: 0)])
    }

    @Test("a payment goes on in a window that is too small, and can be cancelled")
    func smallPayment() throws {
        var driver = try ConsoleDriver.selling()
        driver.notice(0x0014, "WAITING_CARD", cancelAllowed: true)
        driver.take(.resized(Size(width: 50, height: 10)))
        #expect(driver.screen.contains("Ask the customer to insert"))
        driver.press(.character("q"))
        #expect(driver.effects.isEmpty)
        driver.press(.function(8))
        #expect(driver.effects == [.submit(.cancel)])
    }

    @Test("a question that can't be seen can't be answered")
    func unseenQuestion() throws {
        var driver = try ConsoleDriver.ready()
        driver.type("5")
        driver.press(.enter)
        driver.take(.resized(Size(width: 40, height: 10)))
        driver.confirm()
        #expect(driver.effects.isEmpty)
    }

    @Test("a fault stays until it is put away, with what it means for the money")
    func fault() throws {
        var driver = try ConsoleDriver.ready()
        driver.fault(TillFault("reader-timed-out", .unreachable, money: .unknown))
        driver.type("5")
        #expect(driver.screen.contains("Money may have moved."))
        driver.press(.escape)
        #expect(!driver.screen.contains("Money may have moved."))
        #expect(driver.screen.contains("€0.05"))
    }

    @Test("no key is bound twice on a page")
    func conflicts() {
        #expect(ConsoleKeymap.standard.conflicts.isEmpty)
    }
}
