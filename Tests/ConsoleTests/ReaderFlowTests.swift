import Checkout
import Console
import Payments
import Screen
import TestKit
import Testing

@Suite("choosing and connecting a reader")
struct ReaderFlowTests {
    private func connect(_ reader: FoundReader) -> ConsoleEffect {
        .submit(.connect(uri: reader.uri, address: reader.address))
    }

    @Test("the first start searches for readers")
    func firstStart() throws {
        let driver = try ConsoleDriver(lastReader: nil)
        #expect(driver.model.page == .readers)
        #expect(driver.effects == [.loadHistory(query: ""), .startSearch])
    }

    @Test("a later start connects the reader of the last time, or waits for it, and shows Sale")
    func laterStart() throws {
        let driver = try ConsoleDriver()
        #expect(driver.model.page == .sale)
        let reader = FoundReader.training
        let awaited = ConsoleEffect.submit(.expect(uri: reader.uri, address: reader.address))
        #expect(driver.effects == [.loadHistory(query: ""), awaited])
    }

    @Test("Enter takes the training reader, and the search ends")
    func choose() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.training))
        driver.press(.enter)
        #expect(driver.model.page == .connection)
        #expect(driver.effects == [.stopSearch, connect(.training)])
    }

    @Test("the steps tick off, then Enter leads to Sale")
    func steps() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.training))
        driver.press(.enter)
        driver.engine { $0.connection = CheckoutState.Connection.to(FoundReader.training) }
        #expect(driver.screen.contains("›  Introduction"))
        driver.engine { $0.connection = .fetching(.sample, afterUnknown: false) }
        #expect(driver.screen.contains("✓  Introduction"))
        #expect(driver.screen.contains("›  Earlier results"))
        driver.engine { $0.connection = .ready(.sample) }
        #expect(driver.screen.contains("✓  Earlier results"))
        #expect(driver.screen.contains("not asked for yet"))
        #expect(driver.screen.contains("000012345678"))
        #expect(driver.effects == [.rememberReader(.trainingUsed)])
        driver.press(.enter)
        #expect(driver.model.page == .sale)
    }

    @Test("a reader is remembered once")
    func once() throws {
        var driver = try ConsoleDriver.ready()
        #expect(driver.effects == [.rememberReader(.trainingUsed)])
        driver.beginSale()
        driver.end(.approved)
        #expect(driver.effects == [.loadHistory(query: "")])
    }

    @Test("another reader has to wait until the old one is let go")
    func change() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(2))
        driver.take(.readerFound(.counter))
        driver.press(.down, .enter)
        #expect(driver.effects == [.stopSearch, .submit(.disconnect)])
        driver.engine { $0.connection = .none }
        #expect(driver.effects == [connect(.counter)])
    }

    @Test("a link that fails is told on the step where it failed, and Enter goes back to the readers")
    func failure() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.counter))
        driver.press(.enter)
        driver.engine { $0.connection = CheckoutState.Connection.to(FoundReader.counter) }
        driver.engine {
            $0.connection = .none
            $0.fault = NumberedFault(number: 1, fault: TillFault("link-refused", .unreachable))
        }
        #expect(driver.screen.contains("✗  Connection"))
        #expect(driver.screen.contains("The connection was refused. No money has moved."))
        driver.press(.escape, .enter)
        #expect(driver.model.page == .readers)
    }

    @Test("Esc gives up a connection that is being made")
    func giveUp() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.counter))
        driver.press(.enter)
        driver.engine { $0.connection = CheckoutState.Connection.to(FoundReader.counter) }
        driver.press(.escape)
        #expect(driver.effects == [.submit(.disconnect), .startSearch])
    }

    @Test("the chosen reader stays chosen when others come and go")
    func identity() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.training))
        driver.take(.readerFound(.counter))
        driver.press(.down)
        driver.take(.readerLost(uri: FoundReader.training.uri))
        driver.take(.readerFound(.training))
        driver.press(.enter)
        #expect(driver.effects.last == connect(.counter))
    }

    @Test("the time that a search has left is shown, and s searches again")
    func searchTime() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.wait(.seconds(5))
        driver.take(.tick)
        #expect(driver.screen.contains("Searching, 7 seconds left"))
        driver.take(.searchDone)
        #expect(driver.screen.contains("The search has ended."))
        driver.type("s")
        #expect(driver.effects == [.startSearch])
    }

    @Test("the shared secret is proven once the reader goes on after the challenge")
    func proven() throws {
        var driver = try ConsoleDriver.selling()
        driver.notice(0x001E, "AUTHENTICATING")
        driver.notice(0x0014, "WAITING_CARD")
        driver.end(.approved)
        driver.confirm()
        driver.press(.function(2), .enter)
        #expect(driver.screen.contains("✓  Shared secret  proven"))
    }

    @Test("the shared secret is refused where the reader says so")
    func refused() throws {
        var driver = try ConsoleDriver.selling()
        driver.notice(0x001E, "AUTHENTICATING")
        var result = TransactionResult(finStatus: "FAILED")
        result.raw = TransactionResult.RawResult(header: "001D", result: nil, fields: nil)
        driver.end(.failed, result)
        driver.confirm()
        driver.press(.function(2), .enter)
        #expect(driver.screen.contains("✗  Shared secret  refused"))
    }
}
