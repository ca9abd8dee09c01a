import Checkout
import Console
import Payments
import Screen
import TestKit
import Testing

@Suite("typing and charging an amount")
struct SaleTests {
    private func sale(_ minorUnits: Int64, _ currency: Currency = .euro, reference: String? = nil) -> ConsoleEffect {
        .submit(
            .pay(PaymentOrder(money: Money(minorUnits: minorUnits, currency: currency), customerReference: reference)))
    }

    @Test(
        "digits shift in, in the currency's own decimals",
        arguments: [(Currency.euro, "€12.50"), (.yen, "JPY 1,250"), (.dinar, "KWD 1.250")])
    func digits(_ currency: Currency, _ shown: String) throws {
        var driver = try ConsoleDriver.ready(currency: currency)
        driver.type("1250")
        #expect(driver.screen.contains("\(shown) · \(currency.alpha) 1250"))
    }

    @Test(
        "a reader of one currency has the page in that one, and what is typed is left alone", arguments: ["", "1250"])
    func onlyCurrency(_ typed: String) throws {
        var driver = try ConsoleDriver.ready()
        driver.type(typed)
        driver.engine { snapshot in
            guard case .ready(var reader) = snapshot.connection else { return }
            reader.details.currency = "GBP"
            snapshot.connection = .ready(reader)
        }
        #expect(driver.screen.contains(typed.isEmpty ? "£0.00" : "€12.50"))
    }

    @Test("point and comma are both the decimal key", arguments: ["12.5", "12,5"])
    func decimal(_ typed: String) throws {
        var driver = try ConsoleDriver.ready()
        driver.type(typed)
        #expect(driver.screen.contains("€12.50"))
    }

    @Test("Backspace takes the last digit back and Esc all of them")
    func takeBack() throws {
        var driver = try ConsoleDriver.ready()
        driver.type("1234")
        driver.press(.backspace)
        #expect(driver.screen.contains("€1.23"))
        driver.press(.escape)
        #expect(driver.screen.contains("€0.00"))
    }

    @Test("a pasted amount is read as people write it", arguments: ["1.234,50", "1 234,5\n", " 1'234.50 "])
    func paste(_ text: String) throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.paste(text))
        #expect(driver.screen.contains("€1,234.50"))
    }

    @Test("a pasted amount that can be read in two ways is refused and asked about")
    func ambiguous() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.paste("1,234"))
        #expect(driver.screen.contains("€0.00"))
        #expect(driver.screen.contains("“1,234” can be read in two ways."))
    }

    @Test("a line break in a paste never submits", arguments: ["12.50\n\n\n", "\r\n12.50\r", "\n"])
    func lineBreaks(_ text: String) throws {
        var driver = try ConsoleDriver.ready()
        driver.type("5")
        driver.take(.painted)
        driver.wait(.seconds(1))
        driver.press(.paste(text))
        #expect(driver.effects.isEmpty)
        #expect(!driver.screen.contains("Charge this amount?"))
        driver.press(.enter)
        driver.take(.painted)
        driver.wait(.seconds(1))
        driver.press(.paste("\n"))
        #expect(driver.effects.isEmpty)
    }

    @Test("a reader that writes the currency otherwise is told of")
    func readerShows() throws {
        var driver = try ConsoleDriver.ready(currency: try #require(Currency(alpha: "CNY")))
        driver.type("1000")
        #expect(driver.screen.contains("The reader shows 100.0."))
        driver.press(.enter)
        #expect(driver.screen.contains("Charge this amount?"))
    }

    @Test("F5 goes through the currencies and keeps the digits only where they mean the same")
    func currencies() throws {
        var driver = try ConsoleDriver.ready()
        driver.type("1250")
        driver.press(.function(5))
        #expect(driver.screen.contains("£12.50 · GBP 1250"))
        driver.press(.function(5))
        #expect(driver.screen.contains("JPY 0"))
        #expect(driver.screen.contains("Type the amount again."))
    }

    @Test("a letter typed in the reference is text, and Enter ends the field")
    func reference() throws {
        var driver = try ConsoleDriver.ready()
        driver.type("1050")
        driver.press(.function(4))
        driver.type("q?hj 7")
        driver.press(.enter, .enter)
        #expect(driver.screen.contains("Reference: q?hj 7"))
        driver.confirm()
        #expect(driver.effects == [sale(1050, reference: "q?hj 7")])
    }

    @Test("a reference is cut at 25 characters and line breaks in it are spaces")
    func longReference() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(4), .paste("a\nb\u{1B}[2J" + String(repeating: "x", count: 40)))
        #expect(driver.screen.contains("a b" + String(repeating: "x", count: 22)))
        #expect(!driver.screen.contains(String(repeating: "x", count: 23)))
    }

    @Test("F7 chooses the operation; a reversal begins elsewhere, and that is said")
    func operations() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(7))
        #expect(driver.screen.contains("Keep a card"))
        driver.press(.down)
        driver.confirm()
        #expect(driver.screen.contains("Refund F7"))
        driver.press(.function(7), .down, .down)
        driver.confirm()
        #expect(driver.words().contains("A reversal begins at its payment"))
        #expect(driver.screen.contains("Refund F7"))
    }

    @Test("a refund asks in its own words, and a card that is kept goes with the sale")
    func refundQuestion() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(7), .down)
        driver.confirm()
        driver.type("1050")
        driver.press(.enter)
        #expect(driver.screen.contains("Refund this amount?"))
        driver.confirm()
        let money = Money(minorUnits: 1050, currency: .euro)
        #expect(driver.effects == [.submit(.pay(PaymentOrder(.refund, money: money)))])
    }
}

@Suite("money moves on a second, deliberate Enter")
struct ChargeTests {
    private func asked() throws -> ConsoleDriver {
        var driver = try ConsoleDriver.ready()
        driver.type("1050")
        driver.press(.enter)
        return driver
    }

    private let order = PaymentOrder(money: Money(minorUnits: 1050, currency: .euro))

    @Test("Enter asks, naming the amount")
    func asks() throws {
        let driver = try asked()
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("Charge this amount?"))
        #expect(driver.screen.contains("EUR 10.50"))
    }

    @Test("a second Enter 400 ms later, after the question was painted, charges")
    func charges() throws {
        var driver = try asked()
        driver.confirm()
        #expect(driver.effects == [.submit(.pay(order))])
    }

    @Test("an Enter that comes too soon charges nothing", arguments: [0, 1, 399])
    func tooSoon(_ milliseconds: Int) throws {
        var driver = try asked()
        driver.take(.painted)
        driver.wait(.milliseconds(milliseconds))
        driver.press(.enter)
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("Charge this amount?"))
    }

    @Test("an Enter before the question was painted charges nothing")
    func unpainted() throws {
        var driver = try asked()
        driver.wait(.seconds(10))
        driver.press(.enter)
        #expect(driver.effects.isEmpty)
    }

    @Test("a key that repeats never charges, however long it is held")
    func heldKey() throws {
        var driver = try asked()
        for _ in 0..<500 {
            driver.take(.painted)
            driver.wait(.milliseconds(33))
            driver.press(.enter)
            #expect(driver.effects.isEmpty)
        }
    }

    @Test("Esc takes the question back and keeps the amount")
    func takenBack() throws {
        var driver = try asked()
        driver.press(.escape)
        #expect(!driver.screen.contains("Charge this amount?"))
        #expect(driver.screen.contains("€10.50"))
    }

    @Test("nothing can be asked for twice before the engine has answered")
    func twice() throws {
        var driver = try asked()
        driver.confirm()
        driver.press(.enter)
        driver.confirm()
        #expect(driver.effects.isEmpty)
        #expect(driver.screen.contains("The payment is being started."))
    }

    @Test("nothing is asked without an amount or without a reader")
    func refusals() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.enter)
        #expect(driver.screen.contains("Type an amount first."))
        driver.type("1")
        driver.engine { $0.connection = .none }
        driver.press(.enter)
        #expect(driver.screen.contains("No reader is connected. Choose one with F2."))
    }

    @Test("a question falls when the reader goes")
    func readerGoes() throws {
        var driver = try asked()
        driver.engine { $0.connection = .none }
        driver.confirm()
        #expect(driver.effects.isEmpty)
    }

    @Test("an unknown payment like this one stands in the way, and going on needs one more deliberate Enter")
    func despite() throws {
        var driver = try asked()
        driver.confirm()
        let earlier = SamplePayments.reference(9)
        driver.fault(TillFault("unknown-payment", .unknownPayment(earlier)))
        #expect(driver.screen.contains("twice"))
        driver.press(.enter)
        #expect(driver.effects.isEmpty)
        driver.confirm()
        var again = order
        again.despiteUnknown = earlier
        #expect(driver.effects == [.submit(.pay(again))])
    }
}
