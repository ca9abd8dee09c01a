import Console
import Gateways
import Localization
import Payments
import Screen
import TestKit
import Testing
import Time

@testable import Checkout

/// Every screen in every language, as it is kept in `Pictures`. Recording: `TILL_RECORD=1`.
@Suite("pictures of the screens")
struct PictureTests {
    @Test("80 by 24, in each language", arguments: Language.allCases, Scene.allCases)
    func narrow(_ language: Language, _ scene: Scene) throws {
        let driver = try scene.driver(language, Size(width: 80, height: 24))
        Picture.expect(driver.grid, matches: "Tests/ConsoleTests/Pictures/\(scene.rawValue)-\(language.rawValue).txt")
    }

    @Test("200 by 60 has a second pane", arguments: [Scene.sale, .status, .approved, .pad])
    func wide(_ scene: Scene) throws {
        let driver = try scene.driver(.en, Size(width: 200, height: 60))
        Picture.expect(driver.grid, matches: "Tests/ConsoleTests/Pictures/\(scene.rawValue)-wide.txt")
    }
}

/// A screen worth a look.
enum Scene: String, CaseIterable {
    case readers, connection, sale, question, refused, status, signature, pad, signed, padHelp,
        approved, unknown, history, resolve, help,
        fault, locked, signIn, vouch, reader, updating, looking, nearby, pairing, pairingPIN, radioOff,
        account, login, updates, referral

    /// Only real money is locked away.
    var isTraining: Bool { ![.locked, .signIn, .account, .login, .updates].contains(self) }

    func driver(_ language: Language, _ size: Size) throws -> ConsoleDriver {
        var driver =
            isSearch
            ? try ConsoleDriver(language, size: size, lastReader: nil) : try .ready(language, size: size)
        driver.take(.history(query: "", Self.rows))
        switch self {
        case .account:
            driver = try .account(.opayo, language, size: size, facts: .opayo)
            driver.take(.account(.information(.opayo)))
        case .login:
            driver = try .account(.redsys, language, size: size)
            driver.press(.character("l"))
            driver.type("sandbox")
            driver.press(.enter)
            driver.take(.secretTyped(9))
        case .updates:
            driver = try .account(.opayo, language, size: size, facts: .opayo)
            driver.engine { $0.connection = .ready(.pinpad) }
            driver.press(.character("t"), .character("f"))
            driver.take(.account(.update(.progress("CARD_READER_CONNECTING"))))
            driver.take(.account(.update(.progress("TMS_DOWNLOADING"))))
            driver.wait(.seconds(65))
            driver.take(.tick)
        case .referral:
            driver = try ReferralPageTests.referred(language, size: size)
            driver.type("123")
        case .looking:
            driver = try ConsoleDriver(language, size: size, otherTill: .sample)
            driver.take(.history(query: "", Self.rows))
        case .locked:
            driver = try .locked(language, size: size)
            driver.take(.secretTyped(7))
        case .signIn:
            driver = try .locked(language, size: size)
            driver.take(.unlocked([.anna, .boss]))
            driver.engine { $0.authority = Authority(requiresSignIn: true) }
            driver.take(.secretTyped(4))
        case .vouch:
            driver.take(.unlocked([.anna, .boss]))
            driver.type("123456")
            driver.press(.enter)
            driver.confirm()
            driver.fault(TillFault("not-permitted", .permission(.despiteUnknown), detail: "despiteUnknown"))
            driver.take(.secretTyped(4))
        case .readers:
            driver.take(.readerFound(.training))
            driver.take(.readerFound(.counter))
            driver.press(.down)
        case .nearby: Self.search(&driver)
        case .pairing:
            Self.search(&driver)
            driver.press(.character("p"))
            driver.take(.pairing(.confirmNumber("001234")))
        case .pairingPIN:
            Self.search(&driver)
            driver.press(.character("p"))
            driver.take(.pairing(.pinWanted))
            driver.take(.secretTyped(4))
        case .radioOff:
            driver.take(.readerFound(.counter))
            driver.take(.searchTrouble(.softBlocked))
        case .connection:
            driver.press(.function(2))
            driver.press(.enter)
        case .sale: driver.type("123456")
        case .question:
            driver.type("123456")
            driver.press(.function(4))
            driver.type("Table 12")
            driver.press(.enter, .enter)
        case .refused: driver.press(.enter)
        case .status: Self.sell(&driver)
        case .signature:
            driver.beginSale()
            driver.askSignature(Self.receipt)
        case .pad, .signed, .padHelp:
            driver = try .signing(language, size: size)
            driver.sign()
            if self == .signed { driver.press(.function(9)) }
            if self == .padHelp { driver.press(.function(1)) }
        case .approved:
            driver.beginSale()
            driver.end(.approved)
        case .unknown:
            driver.beginSale()
            driver.end(.unknown, TransactionResult(finStatus: "UNDEFINED"), connection: .none)
        case .history: driver.press(.function(3))
        case .reader:
            driver.press(.character("i"))
            driver.engine { $0.services.note(.served(.fetchLog, .log(Self.log))) }
        case .updating: Self.update(&driver)
        case .resolve: Self.resolve(&driver)
        case .help: driver.press(.function(1))
        case .fault:
            driver.engine { $0.unresolved = 2 }
            driver.fault(TillFault("reader-link-lost", .unreachable, money: .unknown))
        }
        return driver
    }

    private var isSearch: Bool { [.readers, .nearby, .pairing, .pairingPIN, .radioOff].contains(self) }

    /// Readers on Bluetooth, the second of them chosen.
    private static func search(_ driver: inout ConsoleDriver) {
        driver.take(.readerFound(.nearby(7, "HiLite 7", isPaired: true)))
        driver.take(.readerFound(.nearby(8, "BluePad-50", protocol: .datecs, signal: -71)))
        driver.take(.readerFound(.nearby(9, "Nobody knows me", signal: -90, isProtocolKnown: false)))
        driver.take(.readerFound(.nearby(10, "Headphones", signal: -50, isOffered: false)))
        driver.take(.readerFound(.counter))
        driver.press(.down)
    }

    private static func sell(_ driver: inout ConsoleDriver) {
        driver.beginSale(reference: "Table 12")
        driver.wait(.seconds(1))
        driver.notice(0x001E, "AUTHENTICATING")
        driver.wait(.seconds(1))
        driver.notice(
            0x0014, "WAITING_CARD", text: "INSERT CARD",
            detail: Detail(name: "StatusDetail", children: [Detail(name: "BatteryStatus", text: "57%")]),
            cancelAllowed: true)
        driver.wait(.seconds(3))
        driver.take(.tick)
    }

    private static func update(_ driver: inout ConsoleDriver) {
        driver.press(.character("i"))
        var running = RunningService(.update, startedAt: driver.now)
        running.done = 5
        driver.wait(.seconds(75))
        let notice = ReaderNotice(code: 0x20, name: "CONNECTING", text: "", detail: nil, cancelAllowed: false)
        driver.engine { [running] in
            $0.connection = .serving(.sample, running)
            $0.services.note(.progress(done: 5, notice))
            $0.services.note(.served(.scan(ScanOptions()), .refused(statusCode: 0x2F)))
        }
    }

    private static let log = (1...9).map { "2026-03-10 10:16:0\($0) event \($0)" }.joined(separator: "\n")

    /// The unknown payment of the history, which the acquirer has authorised.
    private static func resolve(_ driver: inout ConsoleDriver) {
        driver.press(.function(3))
        driver.press(.enter)
        var result = SamplePayments.approval(3)
        result.authorisedAmount = 1050 * 801
        let found = CloudTransaction(result: result, reference: nil, serialNumber: nil)
        let until = driver.now + .seconds(599)
        driver.engine {
            $0.hasGateway = true
            $0.inquiries[SamplePayments.reference(3)] = Inquiry(.undecided(found, until: until), at: .zero)
        }
    }

    static let receipt = """
        <div class="merchant_name center"><b>Corner Shop</b></div><div>10/03/2026 10:16</div><hr>
        <table><tr><td>SALE</td><td>EUR 10.50</td></tr><tr><td>VISA</td><td>************1111</td></tr></table>
        <p>Signature:</p><hr>
        """

    static let rows: [HistoryRow] = [Outcome.approved, .declined, .unknown].enumerated().map { index, outcome in
        HistoryRow(
            journalID: Int64(index + 1), at: WallTime(milliseconds: 1_773_137_770_000 - Int64(index) * 90_000),
            reference: SamplePayments.reference(index + 1),
            intent: SamplePayments.intent(index + 1, amount: 1050 * Int64(index * 400 + 1)), outcome: outcome,
            result: outcome == .approved ? SamplePayments.approval(1) : nil, relayed: true, operatorName: "",
            training: true)
    }
}
