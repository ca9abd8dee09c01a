import Console
import Localization
import Payments
import Screen
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("the reader's page")
struct ReaderPageTests {
    private func page() throws -> ConsoleDriver {
        var driver = try ConsoleDriver.ready()
        driver.press(.character("i"))
        return driver
    }

    @Test("a pinpad that refuses a service says why in words, in each language", arguments: Language.allCases)
    func refusedByPinpad(_ language: Language) throws {
        let catalogue = try Catalogue.fromRepository(language)
        for status: UInt16 in [0xE012, 0xE026, 0xE034] {
            let number = String(status, radix: 16, uppercase: true)
            let words = catalogue.words(for: .serviceRefused(statusCode: status))
            #expect(words.text.contains(number) && words.next == catalogue.texts["status." + number])
        }
        #expect(
            catalogue.words(for: .serviceRefused(statusCode: 0x2A)).next == catalogue.texts["error.serviceRefused.next"]
        )
    }

    private func serving(_ service: ReaderService) throws -> ConsoleDriver {
        var driver = try page()
        let now = driver.now
        driver.engine { $0.connection = .serving(.sample, RunningService(service, startedAt: now)) }
        return driver
    }

    @Test("i leads there from Sale, Readers and Connection, Ctrl-R even while a reference is typed")
    func ways() throws {
        #expect(try page().model.page == .reader)
        var typing = try ConsoleDriver.ready()
        typing.press(.function(4), .character("i"))
        #expect(typing.model.page == .sale)
        typing.press(.control("r"))
        #expect(typing.model.page == .reader)
        typing.press(.escape)
        #expect(typing.model.page == .sale)
        typing.press(.function(2), .character("i"))
        #expect(typing.model.page == .reader)
    }

    @Test("an update is asked about first")
    func update() throws {
        var driver = try page()
        driver.press(.character("u"))
        #expect(driver.screen.contains("Update the reader?") && driver.effects == [])
        driver.confirm()
        #expect(driver.effects == [.submit(.serve(.update))])
    }

    @Test("clearing the log is asked about, fetching it is not")
    func log() throws {
        var driver = try page()
        driver.press(.character("c"))
        #expect(driver.effects == [])
        driver.confirm()
        #expect(driver.effects == [.submit(.serve(.clearLog))])
        driver.press(.character("f"))
        #expect(driver.effects == [.submit(.serve(.fetchLog))])
    }

    @Test("arrows and digits set the level, which is remembered once the reader has it")
    func level() throws {
        var driver = try page()
        driver.press(.right)
        #expect(driver.effects == [.submit(.serve(.setLogLevel(.debug)))])
        driver.press(.left)
        #expect(driver.effects == [.submit(.serve(.setLogLevel(.info)))])
        driver.press(.character("0"))
        #expect(driver.effects == [.submit(.serve(.setLogLevel(.none)))])
        driver.press(.character("5"))
        #expect(driver.effects == [])
        driver.engine { $0.services.note(.served(.setLogLevel(.none), .levelSet(.none))) }
        #expect(driver.effects == [.rememberLogLevel(.none)])
        driver.press(.left)
        #expect(driver.effects == [])
    }

    @Test("s switches the scanner on and off, codes show as they come, and Esc switches it off")
    func scanner() throws {
        var driver = try page()
        driver.press(.character("s"))
        #expect(driver.effects == [.submit(.serve(.scan(ScanOptions())))])
        driver = try serving(.scan(ScanOptions()))
        driver.engine { $0.services.note(.scanned(code: "5012345678900")) }
        #expect(driver.screen.contains("5012345678900") && driver.screen.contains("on, 1 code"))
        driver.press(.character("s"))
        #expect(driver.effects == [.submit(.stopService)])
        driver.press(.escape)
        #expect(driver.effects == [.submit(.stopService)])
        #expect(driver.model.page == .sale)
    }

    @Test("what can't be done says why: no reader, a payment, another service, a restart, no scanner")
    func refused() throws {
        var driver = try page()
        driver.engine { $0.connection = .none }
        driver.press(.character("f"))
        #expect(driver.words().contains("No reader is connected."))
        driver = try serving(.update)
        for key in ["u", "f", "c", "s", "2"] {
            driver.press(.character(Character(key)))
            #expect(driver.words().contains("The reader is doing something else."), "\(key)")
            #expect(driver.effects == [])
        }
        let again = Reconnection(to: "000012345678", restartingAt: driver.now)
        driver.engine { $0.connection = .lost(ConnectedReader.sample.target, again) }
        driver.press(.character("f"))
        #expect(driver.words().contains("The reader restarts. Wait until it is back."))
        driver = try page()
        driver.engine { $0.services.note(.served(.scan(ScanOptions()), .refused(statusCode: 0x2F))) }
        driver.press(.character("s"))
        #expect(driver.effects == [] && driver.words().contains("This reader has no scanner."))
        var selling = try ConsoleDriver.selling()
        selling.press(.control("r"))
        #expect(selling.model.page == .status)
    }

    @Test("no payment is asked for while the reader is busy")
    func noSale() throws {
        var driver = try serving(.update)
        driver.press(.escape)
        driver.type("1050")
        driver.press(.enter)
        #expect(driver.words().contains("The reader is doing something else."))
    }

    @Test("what HEFT readers can't do stands there with the reason")
    func limits() throws {
        let words = try page().words()
        for name in ["Pre-authorisation", "Typed card numbers", "Asking for a result"] {
            #expect(words.contains("\(name) not available: HEFT readers don't offer it"))
        }
    }

    @Test("a long log is scrolled, and begins at its end")
    func scroll() throws {
        var driver = try page()
        let lines = (1...50).map { "line \($0)" }.joined(separator: "\n")
        driver.engine { $0.services.note(.served(.fetchLog, .log(lines))) }
        #expect(driver.screen.contains("line 50") && !driver.screen.contains("line 10 "))
        driver.press(.home)
        #expect(driver.screen.contains("line 1 "))
    }
}

@Suite("keeping a card, on the Sale page (H7)")
struct TokeniseFlowTests {
    @Test("F7 offers it; no amount is asked for, and nothing is charged")
    func chosen() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(7), .down, .down, .down, .down)
        driver.confirm()
        #expect(driver.screen.contains("Keep a card F7"))
        driver.wait(.milliseconds(500))
        driver.press(.enter)
        #expect(driver.screen.contains("Keep this card?") && !driver.screen.contains("0.00 EUR"))
        driver.confirm()
        #expect(driver.effects == [.submit(.pay(.tokenise()))])
    }

    @Test("the receipt says that the card is kept, without an amount")
    func receipt() throws {
        var driver = try ConsoleDriver.ready()
        var intent = SamplePayments.intent(1)
        intent.operation = .tokenise
        intent.money = .nothing
        let sale = RunningPayment(intent: intent, startedAt: driver.now)
        driver.engine { $0.connection = .selling(.sample, sale) }
        #expect(!driver.screen.contains("XXX"))
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.type = "TOKENIZE_CARD"
        driver.end(.approved, result)
        #expect(driver.words().contains("The card is kept as a token."))
        #expect(!driver.screen.contains("XXX"))
        driver.press(.character("v"))
        #expect(driver.words().contains("This payment can't be undone."))
    }
}
