import Checkout
import Console
import Localization
import Payments
import Screen
import TestKit
import Testing

@Suite("what every screen keeps to")
struct LookTests {
    private let codes = [
        "busy", "not-connected", "payment-runs", "cancel-not-allowed", "nothing-to-cancel", "amount-out-of-range",
        "reference-too-long", "pending-not-fetched", "unknown-payment", "host-not-allowed", "reader-no-answer",
        "reader-link-lost", "reader-not-acknowledged", "reader-rejected", "reader-timed-out", "reader-session-ended",
        "reader-unexpected-control", "reader-other-protocol", "reader-malformed", "reader-unexpected-message",
        "reader-initialisation-refused", "link-not-found", "link-permission", "link-busy", "link-refused",
        "link-timed-out", "link-lost", "link-name", "link-tls", "link-not-allowed", "link-not-supported",
        "link-other", "journal-locked", "journal-disk-full", "journal-read-only", "journal-permission",
        "journal-damaged", "journal-newer", "journal-other",
    ]

    @Test("every fault has words in every language", arguments: Language.allCases)
    func faults(_ language: Language) throws {
        let catalogue = try Catalogue.kept(language)
        for code in codes {
            let words = catalogue.words(for: TillFault(code, .reader))
            #expect(words.text != catalogue.text("error.other.text", ["code": code]), "\(code)")
        }
        #expect(catalogue.words(for: TillFault("new-one", .reader)).text.contains("new-one"))
    }

    @Test("no text is asked for that no language has", arguments: Language.allCases, Scene.allCases)
    func missing(_ language: Language, _ scene: Scene) throws {
        let screen = try scene.driver(language, Size(width: 200, height: 60)).screen
        for stem in ["page", "key", "question", "refusal", "operation", "receipt", "console", "outcome", "error"] {
            for part in screen.split(separator: stem + ".").dropFirst() {
                #expect(part.first?.isLetter == false, "\(stem)")
            }
        }
    }

    @Test("training is marked on every screen", arguments: Language.allCases, Scene.allCases.filter(\.isTraining))
    func training(_ language: Language, _ scene: Scene) throws {
        let driver = try scene.driver(language, Size(width: 80, height: 24))
        let mark = try Catalogue.kept(language).text("console.training")
        #expect(driver.grid.line(0).hasSuffix(mark))
        #expect(driver.grid.row(0).contains { $0.role == .training })
    }

    @Test("the hardware cursor stands on every screen", arguments: Scene.allCases)
    func cursor(_ scene: Scene) throws {
        for size in [Size(width: 80, height: 24), Size(width: 200, height: 60)] {
            #expect(try scene.driver(.en, size).grid.cursor != nil)
        }
    }

    @Test("the key bar holds every key whole", arguments: Language.allCases, Scene.allCases)
    func keys(_ language: Language, _ scene: Scene) throws {
        let bar = try scene.driver(language, Size(width: 80, height: 24)).grid.line(23) + " "
        let catalogue = try Catalogue.kept(language)
        let expected =
            [.pairing, .pairingPIN].contains(scene)
            ? ["key.name.escape"]
            : [.question, .vouch, .looking, .signed, .referral].contains(scene)
                ? ["key.name.enter", "key.name.escape"] : ["key.name.function"]
        for name in expected { #expect(bar.contains(" \(catalogue.text(name, ["number": "10"])) "), "\(bar)") }
        #expect(!bar.contains("F… ") && !bar.contains(" … "), "\(bar)")
    }

    @Test("the largest amount is shown whole, everywhere and in every language", arguments: Language.allCases)
    func largest(_ language: Language) throws {
        let catalogue = try Catalogue.kept(language)
        for currency in [Currency.euro, .yen, .dinar] {
            let money = Money(minorUnits: Money.largestOnTheWire, currency: currency)
            let written = catalogue.moneyWithCode(money).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
            var driver = try ConsoleDriver.ready(language, currency: currency)
            driver.press(.paste(money.decimal))
            driver.press(.enter)
            #expect(driver.screen.contains(written))
            #expect(BigDigits.width(of: catalogue.amount(money)) <= 66)
            driver.press(.escape, .function(3))
            driver.take(.history(query: "", [row(money)]))
            #expect(driver.screen.contains(written))
            driver.press(.enter)
            #expect(driver.screen.components(written) >= 2)
        }
    }

    private func row(_ money: Money) -> HistoryRow {
        var row = Scene.rows[1]
        row.intent?.money = money
        return row
    }

    @Test("text from outside reaches no cell as a control or a mark of direction")
    func hostile() throws {
        let evil = "a\u{1B}[2J\u{1B}]52;c;x\u{7}\u{9B}0m\u{202E}b\u{0}\u{200F}c"
        var driver = try ConsoleDriver(lastReader: nil)
        driver.take(
            .readerFound(
                FoundReader(
                    uri: "tcp://\(evil)", address: ReaderAddress(place: .demo(scenario: evil)), name: evil,
                    connectionTypes: [.network], known: false)))
        expectClean(driver)
        driver = try ConsoleDriver.ready(size: Size(width: 200, height: 60))
        driver.beginSale(reference: evil)
        driver.notice(
            0x7777, evil, text: evil, detail: Detail(name: evil, text: evil, children: [Detail(name: evil)]))
        expectClean(driver)
        driver.askSignature(evil)
        expectClean(driver)
        var result = TransactionResult(finStatus: evil)
        result.authorisationCode = evil
        result.maskedCardNumber = evil
        result.customerReceipt = "<p>\(evil)</p>"
        driver.end(.approved, result)
        expectClean(driver)
        driver.fault(TillFault("x", .reader, detail: evil))
        expectClean(driver)
    }

    private func expectClean(_ driver: ConsoleDriver) {
        for y in 0..<driver.grid.size.height {
            for scalar in driver.grid.line(y).unicodeScalars {
                let category = scalar.properties.generalCategory
                #expect(category != .control && category != .format)
            }
        }
    }

    @Test("a card number is shown nowhere whole")
    func cardNumbers() throws {
        var driver = try ConsoleDriver.ready(size: Size(width: 200, height: 60))
        driver.beginSale()
        let number = "4111111111111111"
        driver.notice(0x0015, "CARD", text: number, detail: Detail(name: "Pan", text: number))
        #expect(!driver.screen.contains(number))
        var result = TransactionResult.sample
        result.maskedCardNumber = number
        result.customerReceipt = number
        driver.end(.approved, result)
        #expect(!driver.screen.contains(number))
        #expect(driver.screen.contains("************1111"))
    }

    @Test("every screen can be drawn at any size", arguments: Scene.allCases)
    func sizes(_ scene: Scene) throws {
        var driver = try scene.driver(.fr, Size(width: 80, height: 24))
        for (width, height) in [
            (1, 1), (2, 40), (79, 24), (80, 23), (80, 24), (81, 25), (119, 30), (120, 24), (300, 100),
        ] {
            let size = Size(width: width, height: height)
            driver.take(.resized(size))
            #expect(driver.grid.size == size)
        }
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(_ part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
