import Checkout
import Console
import Payments
import Screen
import TestKit
import Testing
import Time

@Suite("while a payment runs")
struct StatusTests {
    @Test("a payment that starts takes the page from wherever we are", arguments: [Key.function(1), .function(3)])
    func takesThePage(_ key: Key) throws {
        var driver = try ConsoleDriver.ready()
        driver.press(key)
        driver.beginSale()
        #expect(driver.model.page == .status)
    }

    @Test("the latest event's sentence, elapsed time and the time-out are shown")
    func sentence() throws {
        var driver = try ConsoleDriver.selling()
        driver.wait(.seconds(3))
        driver.notice(0x0019, "PIN_INPUT")
        driver.wait(.seconds(62))
        driver.take(.tick)
        #expect(driver.screen.contains("The customer enters the PIN on the reader."))
        #expect(driver.screen.contains("Elapsed 1:05 · given up after 3:58 more of silence"))
    }

    @Test("F8 cancels only while the reader allows it, else says why")
    func cancel() throws {
        var driver = try ConsoleDriver.selling()
        driver.press(.function(8))
        #expect(driver.effects.isEmpty)
        #expect(driver.words().contains("the reader does not allow it at this step"))
        driver.notice(0x0014, "WAITING_CARD", cancelAllowed: true)
        driver.press(.function(8))
        #expect(driver.effects == [.submit(.cancel)])
    }

    @Test("Ctrl-C cancels as F8 does")
    func interrupt() throws {
        var driver = try ConsoleDriver.selling()
        driver.notice(0x0014, "WAITING_CARD", cancelAllowed: true)
        driver.press(.control("c"))
        #expect(driver.effects == [.submit(.cancel)])
    }

    @Test("quitting is refused with the reason and the way out", arguments: [Key.character("q"), .function(10)])
    func quit(_ key: Key) throws {
        var driver = try ConsoleDriver.selling()
        driver.press(key)
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("A payment is running. Wait for its outcome, or cancel it with F8"))
    }

    @Test("Ctrl-Z is refused while money may move, and allowed otherwise")
    func suspend() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.control("z"))
        #expect(driver.effects == [.suspend])
        driver.beginSale()
        driver.press(.control("z"))
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("Money may be moving"))
    }

    @Test("the reader can't be changed")
    func readers() throws {
        var driver = try ConsoleDriver.selling()
        driver.press(.function(2))
        #expect(driver.model.page == .status)
        #expect(driver.screen.contains("The reader can't be changed while a payment is running."))
    }

    @Test("the newest event is seen; scrolling back stops with a mark, and End follows again")
    func freeze() throws {
        var driver = try ConsoleDriver.selling()
        for _ in 0..<40 { driver.notice(0x0021, "SENDING") }
        driver.notice(0x0022, "RECEIVING")
        #expect(events(driver).last?.contains("waits for the answer") == true)
        driver.press(.pageUp)
        #expect(driver.screen.contains("Stopped here – End shows the newest"))
        let before = events(driver)
        driver.notice(0x0023, "DISCONNECTING")
        #expect(events(driver) == before)
        driver.press(.end)
        #expect(events(driver).last?.contains("closes the connection") == true)
        #expect(driver.screen.contains("What has happened"))
    }

    private func events(_ driver: ConsoleDriver) -> [Substring] {
        driver.screen.split(separator: "\n").filter { $0.hasPrefix("    0:0") }
    }

    @Test("events that are no longer kept can't be scrolled to")
    func capped() throws {
        var driver = try ConsoleDriver.selling()
        for _ in 0..<(CheckoutSnapshot.noticeLimit + 50) { driver.notice(0x0021, "SENDING") }
        driver.press(.home)
        #expect(driver.screen.contains("Stopped here"))
        #expect(events(driver).count == 10)
    }

    @Test("the help of the page is there and Esc leads back to the payment")
    func help() throws {
        var driver = try ConsoleDriver.selling()
        driver.press(.character("?"))
        #expect(driver.screen.contains("Keys of this screen: Status"))
        driver.press(.escape)
        #expect(driver.model.page == .status)
    }

    @Test("something on the screen changes by itself only while time is shown")
    func ticks() throws {
        var driver = try ConsoleDriver.ready()
        #expect(driver.model.nextTick == nil)
        driver.beginSale()
        #expect(driver.model.nextTick == driver.now + .seconds(1))
    }
}

@Suite("deciding on a signature")
struct SignatureTests {
    private func asked() throws -> ConsoleDriver {
        var driver = try ConsoleDriver.selling()
        driver.askSignature("<p>Sign here</p>")
        return driver
    }

    @Test("the receipt, the amount and the countdown are shown")
    func shown() throws {
        var driver = try asked()
        driver.wait(.seconds(9))
        driver.take(.tick)
        #expect(driver.model.page == .signature)
        #expect(driver.screen.contains("Sign here"))
        #expect(driver.screen.contains("EUR 10.50   1:20 left to decide"))
    }

    @Test(
        "a verdict takes a key and an Enter",
        arguments: [
            (Key.function(9), SignatureVerdict.accepted), (.character("d"), .declined), (.shiftFunction(9), .declined),
        ])
    func verdict(_ key: Key, _ verdict: SignatureVerdict) throws {
        var driver = try asked()
        driver.press(key)
        #expect(driver.effects.isEmpty)
        driver.confirm()
        #expect(driver.effects == [.submit(.answerSignature(id: 7, verdict))])
    }

    @Test("Esc takes the verdict back")
    func takenBack() throws {
        var driver = try asked()
        driver.press(.function(9), .escape)
        driver.confirm()
        #expect(driver.effects.isEmpty)
    }

    @Test("a request that the reader withdraws takes its question along")
    func withdrawn() throws {
        var driver = try asked()
        driver.press(.function(9))
        driver.engine { snapshot in
            guard case .selling(let reader, var sale) = snapshot.connection else { return }
            sale.signature = nil
            snapshot.connection = .selling(reader, sale)
        }
        #expect(driver.model.page == .status)
        driver.confirm()
        #expect(driver.effects.isEmpty)
    }

    @Test("an image that can't be shown can still be decided on")
    func image() throws {
        var driver = try ConsoleDriver.selling()
        driver.askSignature("data:image/png;base64,iVBORw0KGgo=")
        #expect(driver.screen.contains("This receipt is an image"))
        driver.press(.character("d"))
        driver.confirm()
        #expect(driver.effects == [.submit(.answerSignature(id: 7, .declined))])
    }
}

@Suite("how a payment ended")
struct ReceiptFlowTests {
    @Test("outcome, amount, approval code and masked card are shown, then Enter leads to an empty Sale")
    func approved() throws {
        var driver = try ConsoleDriver.selling()
        driver.end(.approved)
        #expect(driver.effects == [.loadHistory(query: "")])
        for text in ["✓ Approved", "EUR 10.50", "A1001", "************1111", "Give the customer the receipt."] {
            #expect(driver.words(columns: 32).contains(text), "\(text)")
        }
        driver.confirm()
        #expect(driver.model.page == .sale)
        #expect(driver.screen.contains("€0.00"))
    }

    @Test("Tab shows the other copy")
    func copies() throws {
        var driver = try ConsoleDriver.selling()
        var result = TransactionResult.sample
        result.merchantReceipt = "<p>for the shop</p>"
        result.customerReceipt = "<p>for the customer</p>"
        driver.end(.approved, result)
        #expect(driver.screen.contains("for the customer"))
        driver.press(.tab)
        #expect(driver.screen.contains("for the shop"))
        #expect(!driver.screen.contains("for the customer"))
    }

    @Test("a long receipt scrolls to its end and no further")
    func scrolls() throws {
        var driver = try ConsoleDriver.selling()
        var result = TransactionResult.sample
        result.customerReceipt = (1...60).map { "<p>line \($0)</p>" }.joined()
        driver.end(.approved, result)
        driver.press(.end, .pageDown)
        #expect(driver.screen.contains("line 60"))
        driver.press(.home)
        #expect(driver.screen.contains("line 1 "))
    }

    @Test("an unknown outcome says what it means and the one next step")
    func unknown() throws {
        var driver = try ConsoleDriver.selling()
        driver.end(.unknown, TransactionResult(finStatus: "UNDEFINED"), connection: .none)
        #expect(driver.words(columns: 32).contains("? Unknown"))
        #expect(driver.screen.contains("EUR 10.50"))
        #expect(driver.words(columns: 32).contains("Don't charge again."))
        #expect(driver.words(columns: 32).contains("Connect the reader again"))
    }

    @Test("a payment that was not approved says why, in our words for the reader's status or in the reader's own")
    func reason() throws {
        var driver = try ConsoleDriver.selling()
        var result = TransactionResult(finStatus: "FAILED")
        result.statusMessage = "Insufficient funds"
        driver.end(.declined, result)
        #expect(driver.words(columns: 32).contains("Insufficient funds"))
        driver.confirm()
        driver.beginSale(2)
        result.raw = TransactionResult.RawResult(header: "001D", result: nil, fields: nil)
        driver.end(.failed, result, number: 2)
        #expect(driver.words(columns: 32).contains("The shared secret is wrong."))
    }

    @Test("a result that the reader had kept is called recovered, with its amount from the journal")
    func recovered() throws {
        var driver = try ConsoleDriver.ready()
        driver.take(.history(query: "", Scene.rows))
        driver.type("5")
        var result = TransactionResult.sample
        result.requestedAmount = nil
        driver.end(.approved, result, number: 2, recovered: true)
        #expect(driver.model.page == .receipt)
        #expect(driver.screen.contains("Recovered"))
        #expect(driver.screen.contains("EUR 4,210.50"))
        driver.confirm()
        #expect(driver.screen.contains("€0.05"))
    }

    @Test("a held Enter does not put an outcome away that nobody saw")
    func held() throws {
        var driver = try ConsoleDriver.selling()
        driver.press(.enter)
        driver.end(.unknown)
        for _ in 0..<50 {
            driver.take(.painted)
            driver.wait(.milliseconds(33))
            driver.press(.enter)
        }
        #expect(driver.model.page == .receipt)
        driver.confirm()
        #expect(driver.model.page == .sale)
    }

    @Test("two equal outcomes are two receipts")
    func again() throws {
        var driver = try ConsoleDriver.selling()
        driver.end(.declined)
        driver.confirm()
        driver.beginSale(2)
        driver.end(.declined, number: 2)
        #expect(driver.model.page == .receipt)
    }
}
