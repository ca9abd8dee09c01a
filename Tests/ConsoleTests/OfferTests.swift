import Console
import Payments
import Screen
import Testing

@Suite("What the acquirer lacks (H24)")
struct OfferTests {
    @Test("stands in the list of operations with the reason, and is refused with it")
    func refused() throws {
        var driver = try ConsoleDriver.ready(lacking: [.tokenise])
        driver.press(.function(7))
        #expect(driver.screen.contains("Keep a card – not offered by the acquirer"))
        #expect(driver.screen.contains("Sale and keep the card – not offered by the acquirer"))
        driver.press(.down, .down)
        driver.confirm()
        #expect(driver.screen.contains("The acquirer does not offer this."))
        driver.type("1050")
        #expect(driver.screen.contains("10.50"))
    }

    @Test("without it everything is offered")
    func offered() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(7))
        #expect(!driver.screen.contains("not offered"))
    }
}
