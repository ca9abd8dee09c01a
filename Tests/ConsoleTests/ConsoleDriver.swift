import Console
import Localization
import Payments
import Receipts
import Screen
import TestKit
import Time

@testable import Checkout

/// Presses keys, lets time go by, paints, and plays the engine's part.
struct ConsoleDriver {
    private(set) var model: ConsoleModel
    private(set) var now = Uptime(nanoseconds: 1_000_000_000)
    /// What the last message asked for.
    private(set) var effects: [ConsoleEffect] = []
    private(set) var snapshot: CheckoutSnapshot

    init(
        _ language: Language = .en, size: Size = Size(width: 80, height: 24), training: Bool = true,
        lastReader: FoundReader? = .training, currency: Currency = .euro, startsLocked: Bool = false,
        lacking: Set<AcquirerOffer> = [], otherTill: OtherTill? = nil, pad: Bool = false, mouse: Bool = true,
        merchantAt gateway: MerchantGateway? = nil
    ) throws {
        snapshot = CheckoutSnapshot(training: training && !startsLocked)
        var settings = ConsoleSettings(
            currency: currency, currencies: [.euro, .pounds, .yen, .dinar], lastReader: lastReader,
            hasCredentials: startsLocked || gateway != nil, startsLocked: startsLocked)
        settings.merchantGateway = gateway
        settings.gatewayEnvironment = gateway == .redsys ? "int" : ""
        settings.acquirerLacks = lacking
        settings.otherTill = otherTill
        settings.takesDrawnSignature = pad
        settings.usesMouse = mouse
        model = ConsoleModel(
            settings: settings, catalogue: try .kept(language), snapshot: snapshot, size: size)
        take(.started)
    }

    /// A console on the Sale page whose reader is ready.
    static func ready(
        _ language: Language = .en, size: Size = Size(width: 80, height: 24), currency: Currency = .euro,
        lacking: Set<AcquirerOffer> = []
    ) throws -> ConsoleDriver {
        var driver = try ConsoleDriver(language, size: size, currency: currency, lacking: lacking)
        driver.engine { $0.connection = .ready(.sample) }
        return driver
    }

    /// The same with a sale of 10.50 that has begun a while ago.
    static func selling(_ language: Language = .en, size: Size = Size(width: 80, height: 24)) throws -> ConsoleDriver {
        var driver = try ready(language, size: size)
        driver.beginSale()
        return driver
    }

    /// The same where the customer is asked to sign on the screen.
    static func signing(
        _ language: Language = .en, size: Size = Size(width: 80, height: 24), mouse: Bool = true
    ) throws -> ConsoleDriver {
        var driver = try ConsoleDriver(language, size: size, pad: true, mouse: mouse)
        driver.engine { $0.connection = .ready(.sample) }
        driver.beginSale()
        driver.askSignature(Scene.receipt)
        return driver
    }

    /// A console on the Account page of a merchant who is not logged in.
    static func account(
        _ gateway: MerchantGateway, _ language: Language = .en, size: Size = Size(width: 80, height: 24),
        facts: AccountFacts? = nil
    ) throws -> ConsoleDriver {
        var driver = try ConsoleDriver(language, size: size, training: false, merchantAt: gateway)
        driver.engine { $0.merchantGateway = gateway }
        driver.press(.control("a"))
        driver.take(.account(.facts(facts)))
        return driver
    }

    /// A console whose credential file has to be opened first.
    static func locked(_ language: Language = .en, size: Size = Size(width: 80, height: 24)) throws -> ConsoleDriver {
        try ConsoleDriver(language, size: size, startsLocked: true)
    }

    mutating func take(_ message: ConsoleMessage) {
        effects = model.update(message, at: now)
    }

    mutating func press(_ keys: Key...) {
        for key in keys { take(.key(key)) }
    }

    mutating func type(_ text: String) {
        for character in text { take(.key(.character(character))) }
    }

    mutating func wait(_ duration: Duration) { now = now + duration }

    /// Paints, lets go of Enter for long enough, and presses it again.
    mutating func confirm() {
        take(.painted)
        wait(.milliseconds(400))
        press(.enter)
    }

    /// Changes what the engine says.
    mutating func engine(_ change: (inout CheckoutSnapshot) -> Void) {
        change(&snapshot)
        take(.snapshot(snapshot))
    }

    mutating func beginSale(_ number: Int = 1, reference: String? = nil) {
        let sale = RunningPayment(
            intent: SamplePayments.intent(number, customerReference: reference), startedAt: now)
        engine {
            $0.begin()
            $0.connection = .selling(.sample, sale)
        }
    }

    mutating func notice(
        _ code: UInt16, _ name: String, text: String = "", detail: Detail? = nil, cancelAllowed: Bool = false
    ) {
        guard case .selling(let reader, var sale) = snapshot.connection else { return }
        sale.cancelAllowed = cancelAllowed
        let elapsed = now - sale.startedAt
        engine {
            $0.connection = .selling(reader, sale)
            $0.add(
                ReaderNotice(code: code, name: name, text: text, detail: detail, cancelAllowed: cancelAllowed),
                elapsed: elapsed)
        }
    }

    mutating func askSignature(_ receipt: String, id: Int = 7) {
        guard case .selling(let reader, var sale) = snapshot.connection else { return }
        sale.signature = PendingSignature(id: id, receipt: receipt, until: now + .seconds(89))
        engine { $0.connection = .selling(reader, sale) }
    }

    mutating func end(
        _ outcome: Outcome, _ result: TransactionResult = .sample, number: Int = 1, recovered: Bool = false,
        connection: CheckoutState.Connection = .ready(.sample)
    ) {
        engine {
            $0.connection = connection
            $0.end(
                FinishedPayment(
                    reference: SamplePayments.reference(number), outcome: outcome, result: result,
                    recovered: recovered))
        }
    }

    mutating func fault(_ fault: TillFault) {
        engine { $0.fault = NumberedFault(number: ($0.fault?.number ?? 0) + 1, fault: fault) }
    }

    var grid: Grid {
        var canvas = Canvas(model.size)
        model.draw(in: &canvas)
        return canvas.grid
    }

    /// The words of the screen, wherever lines break; without frames. `columns` takes a pane by itself.
    func words(columns: Int = .max) -> String {
        let pane = screen.split(separator: "\n").map { $0.prefix(columns) }.joined(separator: "\n")
        return pane.split { $0.isWhitespace || "│╭╮╰╯─".contains($0) }.joined(separator: " ")
    }

    /// The screen as text; no-break spaces are spaces.
    var screen: String {
        (0..<grid.size.height).map(grid.line).joined(separator: "\n")
            .replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}

extension Catalogue {
    /// The language's table, read once for all tests.
    static func kept(_ language: Language) throws -> Catalogue { try tables.get()[language] ?? .english }

    private static let tables = Result {
        try Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, try Catalogue.fromRepository($0)) })
    }
}

extension FoundReader {
    /// A reader on Bluetooth.
    static func nearby(
        _ number: UInt8, _ name: String, protocol wireProtocol: ReaderAddress.WireProtocol = .heft, signal: Int? = nil,
        isPaired: Bool = false, isOffered: Bool = true, isProtocolKnown: Bool = true
    ) -> FoundReader {
        let bytes: [UInt8] = [0x00, 0xAA, 0x01, 0x00, 0x00, number]
        let place = BluetoothAddress(bytes: bytes).map { ReaderAddress.Place.rfcomm($0, channel: nil) }
        let address = ReaderAddress(place: place ?? .demo(scenario: "none"), wireProtocol: wireProtocol)
        return FoundReader(
            uri: address.uri, address: address, name: name, connectionTypes: [.bluetooth], known: false, signal: signal,
            isPaired: isPaired, isOffered: isOffered, isProtocolKnown: isProtocolKnown)
    }

    static let training = FoundReader(
        uri: "demo:default", address: ReaderAddress(place: .demo(scenario: "default")), name: "Training reader",
        connectionTypes: [.training], known: false)
    /// As it is remembered.
    static var trainingUsed: FoundReader {
        var reader = training
        reader.serialNumber = ConnectedReader.sample.details.serialNumber
        return reader
    }
    static let counter = FoundReader(
        uri: "tcp://10.0.0.7:4000", address: ReaderAddress(place: .tcp(host: "10.0.0.7", port: 4000)),
        name: "Counter", connectionTypes: [.network], known: true)
}

extension CheckoutState.Connection {
    /// The connection to a reader is being made.
    static func to(_ reader: FoundReader) -> Self {
        .connecting(ReaderTarget(uri: reader.uri, address: reader.address), again: nil)
    }
}

extension ConnectedReader {
    static let sample = ConnectedReader(
        target: ReaderTarget(uri: FoundReader.training.uri, address: FoundReader.training.address),
        details: ReaderDetails(
            serialNumber: "000012345678", publicKeyVersion: 3, emvParameterVersion: 12, applicationName: "mPOS",
            applicationVersion: "1.7", manufacturerCode: 4, modelCode: 2, battery: "57%", resultPending: false))
}

extension ConnectedReader {
    /// One that speaks Datecs.
    static let pinpad: ConnectedReader = {
        var reader = sample
        reader.details.wireProtocol = .datecs
        reader.details.applicationName = "BluePad-50"
        reader.details.serialNumber = "20-04-0001"
        return reader
    }()
}

extension TransactionResult {
    static let sample: TransactionResult = {
        var result = SamplePayments.approval(1)
        result.cardSchemeName = "VISA"
        result.maskedCardNumber = "************1111"
        result.cardEntryType = "ICC"
        result.verificationMethod = "PIN"
        result.eftTimestamp = "20260310101610"
        return result
    }()
}
