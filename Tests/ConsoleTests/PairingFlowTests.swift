import Console
import Localization
import Payments
import Screen
import TestKit
import Testing

@testable import Checkout

@Suite("pairing on the Readers page")
struct PairingFlowTests {
    private let reader = FoundReader.nearby(8, "BluePad-50")
    private let address: BluetoothAddress

    init() throws { address = try BluetoothAddress("00:AA:01:00:00:08") }

    @Test("p ends the search and pairs the chosen reader")
    func begins() throws {
        var driver = try searching()
        driver.press(.character("p"))
        #expect(driver.effects == [.stopSearch, .pair(address)])
    }

    @Test("where people sign in, pairing is permitted first")
    func permitted() throws {
        var driver = try signedIn()
        driver.press(.character("p"))
        #expect(driver.effects == [.submit(.act(.pair(address)))])
        driver.engine { $0.permittedCount += 1 }
        #expect(driver.effects == [.stopSearch, .pair(address)])
    }

    @Test("who may not pair has it vouched for")
    func vouchedFor() throws {
        var driver = try signedIn()
        driver.take(.unlocked([try #require(OperatorName("boss"))]))
        driver.press(.character("p"))
        driver.engine { $0.fault = NumberedFault(number: 1, fault: .notPermitted(.readers)) }
        #expect(driver.effects == [] && driver.words().contains("pair readers with this machine"))
    }

    @Test("forgetting is permitted first as well, and another permission is none for it")
    func permittedToForget() throws {
        var driver = try signedIn()
        driver.engine { $0.permittedCount += 1 }
        #expect(driver.effects == [])
        driver.take(.readerFound(.nearby(8, "HiLite", isPaired: true)))
        driver.press(.character("u"))
        driver.confirm()
        #expect(driver.effects == [.submit(.act(.unpair(address)))])
        driver.engine { $0.permittedCount += 1 }
        #expect(driver.effects == [.unpair(address)])
    }

    @Test("a number is confirmed only once it has been seen")
    func unseen() throws {
        var driver = try comparing()
        driver.press(.character("y"))
        #expect(driver.effects == [])
        driver.take(.painted)
        driver.press(.character("y"))
        #expect(driver.effects == [.confirmPairing(true)])
    }

    @Test(
        "yes has the letter of the language, and y",
        arguments: [(Language.fr, "o" as Character), (.it, "s"), (.es, "s"), (.fr, "y")])
    func letters(language: Language, letter: Character) throws {
        var driver = try comparing(language)
        driver.take(.painted)
        driver.press(.character(letter))
        #expect(driver.effects == [.confirmPairing(true)])
    }

    @Test("Enter confirms nothing")
    func enter() throws {
        var driver = try comparing()
        driver.take(.painted)
        driver.press(.enter)
        #expect(driver.effects == [])
    }

    @Test("a PIN goes past the model, and an empty one nowhere")
    func pin() throws {
        var driver = try searching()
        driver.press(.character("p"))
        driver.take(.pairing(.pinWanted))
        #expect(driver.effects == [.forgetSecret])
        #expect(driver.model.takesSecret)
        driver.press(.enter)
        #expect(driver.effects == [])
        driver.take(.secretTyped(4))
        driver.press(.enter)
        #expect(driver.effects == [.enterPairingPIN])
        #expect(!driver.model.takesSecret)
    }

    @Test("Esc gives up, and what still comes of it is not heard")
    func leave() throws {
        var driver = try comparing()
        driver.press(.escape)
        #expect(driver.effects == [.cancelPairing, .forgetSecret])
        driver.take(.pairing(.paired))
        #expect(driver.effects == [])
    }

    @Test("a till that locks itself gives up")
    func lock() throws {
        var driver = try ConsoleDriver(training: false, lastReader: nil)
        driver.take(.readerFound(reader))
        driver.press(.character("p"))
        driver.engine { $0.authority = Authority(requiresSignIn: true) }
        #expect(driver.effects.contains(.cancelPairing))
    }

    @Test("after pairing the search goes on")
    func paired() throws {
        var driver = try comparing()
        driver.take(.pairing(.paired))
        #expect(driver.effects == [.forgetSecret, .startSearch])
    }

    @Test("what is paired, and what is no Bluetooth, is not paired; what isn't paired is not forgotten")
    func refusals() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.counter))
        driver.press(.character("p"))
        #expect(driver.effects == [])
        driver.press(.character("u"))
        #expect(driver.effects == [] && !driver.screen.contains("Forget this reader?"))
        driver.take(.readerFound(.nearby(7, "HiLite", isPaired: true)))
        driver.press(.down, .character("p"))
        #expect(driver.effects == [])
    }

    @Test("forgetting asks first")
    func unpair() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.nearby(8, "HiLite", isPaired: true)))
        driver.press(.character("u"))
        #expect(driver.effects == [])
        driver.confirm()
        #expect(driver.effects == [.unpair(address)])
        driver.take(.unpaired(address, nil))
        #expect(!driver.screen.contains("Bluetooth"))
    }

    @Test("each thing that stands in the way is shown until it is over itself")
    func troubles() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.searchTrouble(.adapterOff))
        driver.take(.searchTrouble(.libraryMissing))
        #expect(!driver.screen.contains("Bluetooth is off."))
        driver.take(.searchUntroubled(.libraryMissing))
        #expect(driver.screen.contains("Bluetooth is off."))
        driver.take(.searchUntroubled(.adapterOff))
        #expect(!driver.screen.contains("Bluetooth is off."))
    }

    @Test("what isn't offered is shown on request, and can't be chosen before")
    func others() throws {
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(.readerFound(.nearby(9, "Headphones", isOffered: false)))
        #expect(!driver.screen.contains("Headphones"))
        driver.press(.character("a"))
        #expect(driver.screen.contains("Headphones"))
    }

    @Test("a reader that is lost is gone, and the choice with it")
    func lost() throws {
        var driver = try searching()
        driver.take(.readerLost(uri: reader.uri))
        #expect(!driver.screen.contains("BluePad"))
        driver.press(.enter)
        #expect(driver.effects == [])
    }

    @Test("d lets the connected reader go and searches")
    func drop() throws {
        var driver = try ConsoleDriver.ready()
        driver.press(.function(2))
        driver.take(.searchDone)
        driver.press(.character("d"))
        #expect(driver.effects == [.submit(.disconnect), .startSearch])
    }

    private func searching(_ language: Language = .en) throws -> ConsoleDriver {
        var driver = try ConsoleDriver(language, lastReader: nil)
        driver.take(.readerFound(reader))
        return driver
    }

    private func signedIn() throws -> ConsoleDriver {
        var driver = try searching()
        let anna = try #require(OperatorName("anna"))
        driver.engine {
            $0.authority = Authority(requiresSignIn: true)
            $0.authority.person = .signedIn(anna, .cashier)
        }
        return driver
    }

    private func comparing(_ language: Language = .en) throws -> ConsoleDriver {
        var driver = try searching(language)
        driver.press(.character("p"))
        driver.take(.pairing(.confirmNumber("001234")))
        return driver
    }
}
