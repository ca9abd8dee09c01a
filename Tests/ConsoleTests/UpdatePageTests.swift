import Console
import Gateways
import Payments
import Screen
import TestKit
import Testing

@testable import Checkout

@Suite("Terminal settings, on the screen (E6)")
struct UpdatePageTests {
    private let serialNumber = ConnectedReader.pinpad.details.serialNumber

    private func ready(updated: Bool = false) throws -> ConsoleDriver {
        var merchant = Merchant(gateway: .opayo, number: "1", terminal: "1", currency: .euro)
        merchant.updatedReaders = updated ? [serialNumber] : []
        var driver = try ConsoleDriver(training: false, merchantAt: .opayo)
        driver.engine { [merchant] in
            $0.merchantGateway = .opayo
            $0.merchant = merchant
            $0.connection = .ready(.pinpad)
        }
        return driver
    }

    private func onPage() throws -> ConsoleDriver {
        var driver = try ready()
        driver.press(.character("t"))
        return driver
    }

    @Test("before a reader's first full update the Sale page says where to go")
    func refused() throws {
        var driver = try ready()
        driver.type("1000")
        driver.press(.enter)
        #expect(driver.words().contains("needs its first full update: press t"))
    }

    @Test("the page asks which update the connected reader needs")
    func asked() throws {
        var driver = try onPage()
        #expect(driver.effects.contains(.account(.askNeededUpdate(serialNumber: serialNumber))))
        driver.take(.account(.update(.needed(.full, serialNumber: serialNumber))))
        #expect(driver.screen.contains(serialNumber) && driver.words().contains("needs a full update"))
    }

    @Test("the answer about another reader is not taken")
    func otherReader() throws {
        var driver = try onPage()
        driver.take(.account(.update(.needed(.full, serialNumber: "another"))))
        #expect(!driver.words().contains("needs a full update"))
    }

    @Test("an update shows what goes on, and until it ends nothing is sold")
    func running() throws {
        var driver = try onPage()
        driver.press(.character("f"))
        #expect(driver.effects == [.account(.update(.full, serialNumber: serialNumber))])
        driver.take(.account(.update(.progress("TMS_DOWNLOADING"))))
        driver.wait(.seconds(65))
        driver.take(.tick)
        #expect(driver.screen.contains("Fetching the terminal's settings") && driver.screen.contains("1:05"))
        driver.press(.character("n"))
        #expect(driver.effects.isEmpty)
        driver.press(.escape)
        driver.type("1000")
        driver.press(.enter)
        #expect(driver.words().contains("is being asked about the account"))
    }

    @Test("how it ended is said, also to who went elsewhere")
    func ended() throws {
        var driver = try onPage()
        driver.press(.character("f"))
        driver.press(.escape)
        driver.take(.account(.update(.updated(.opayo, serialNumber: serialNumber))))
        #expect(driver.model.page == .sale && driver.words().contains("is up to date"))
    }

    @Test("each error of the gateway is said")
    func errors() throws {
        var driver = try onPage()
        driver.press(.character("f"))
        driver.take(.account(.update(.notUpdated(.refused(["ECLTmsUpdateFailed", "ECLOperatorPinInvalid"])))))
        #expect(driver.words().contains("The reader has not been updated."))
        driver.press(.character("f"))
        #expect(driver.effects == [.account(.update(.full, serialNumber: serialNumber))])
    }

    @Test("without a reader it says that an update is for the one that is connected")
    func noReader() throws {
        var driver = try ready()
        driver.engine { $0.connection = .none }
        driver.press(.character("t"))
        #expect(driver.words().contains("An update is for the reader that is connected"))
        driver.press(.character("f"))
        #expect(driver.effects.isEmpty)
    }

    @Test("another reader that is connected is asked about anew")
    func reconnected() throws {
        var driver = try onPage()
        driver.engine {
            var reader = ConnectedReader.pinpad
            reader.details.serialNumber = "20-04-0002"
            $0.connection = .ready(reader)
        }
        #expect(driver.effects.contains(.account(.askNeededUpdate(serialNumber: "20-04-0002"))))
    }

    @Test("Redsys keeps no terminal settings")
    func redsys() throws {
        var driver = try ConsoleDriver(training: false, merchantAt: .redsys)
        driver.press(.character("t"))
        #expect(driver.model.page != .updates && driver.words().contains("keeps no terminal settings"))
    }
}
