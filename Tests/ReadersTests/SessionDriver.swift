import Heft
import Markup
import Payments
import TestKit
import Time
import Wire

@testable import Readers

/// Plays the reader against a session: whole messages in, whole messages and events out, the clock in between.
struct SessionDriver {
    var session = HeftSession(identity: .init(name: "till", version: "1.0"))
    var now = Uptime.zero
    /// Events and host effects, in order, since the last `take`.
    private var happened: [ReaderEffect] = []
    private var receiver = LinkReceiver()

    static let clock = CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 10)
    static let request = ReaderRequest(money: Money(minorUnits: 1000, currency: .pounds), customerReference: "TABLE 7")

    /// A session that is introduced.
    static func ready(pending: Bool = false) -> SessionDriver {
        var driver = SessionDriver()
        driver.command(.initialise(clock: clock))
        driver.reader(.initialiseAnswer(.success, .sample(pending: pending)))
        driver.reader(.setLogLevelAnswer(.success))
        _ = driver.take()
        return driver
    }

    /// A session that has handed a sale over.
    static func selling() -> SessionDriver {
        var driver = ready()
        driver.command(.start(request))
        _ = driver.take()
        return driver
    }

    mutating func command(_ command: ReaderCommand) { feed(.command(command)) }

    mutating func host(_ input: HostInput) { feed(.host(input)) }

    /// The reader sends a message in one frame.
    mutating func reader(_ packet: Packet) {
        for frame in FrameEncoder.frames(message: packet.message.bytes, maxFrame: 2000) { bytes(frame) }
    }

    mutating func bytes(_ bytes: [UInt8]) { feed(.received(bytes)) }

    mutating func wait(_ wait: Duration) {
        now = now + wait
        feed(.deadline)
    }

    mutating func feed(_ input: ReaderInput) {
        collect(session.handle(input, at: now))
    }

    /// What the till sent as messages, control pairs aside, and everything else that happened.
    mutating func take() -> (sent: [Packet], happened: [ReaderEffect]) {
        defer {
            happened = []
            sent = []
        }
        return (sent, happened)
    }

    /// Events only.
    mutating func events() -> [ReaderEvent] {
        take().happened.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private var sent: [Packet] = []
    /// How many frames the reader acknowledges; all of them unless a test says otherwise.
    var acknowledges = true

    private mutating func collect(_ effects: [ReaderEffect]) {
        for effect in effects {
            guard case .send(let bytes) = effect else {
                happened.append(effect)
                continue
            }
            sentBytes.append(bytes)
            for input in receiver.receive(bytes) { heard(input) }
        }
    }

    /// Every write of the till, in order.
    private(set) var sentBytes: [[UInt8]] = []

    private mutating func heard(_ input: LinkInput) {
        switch input {
        case .acknowledge where acknowledges: feed(.received(LinkControl.ack.bytes))
        case .message(.success(let message)):
            if let packet = try? Packet(message) { sent.append(packet) }
        default: break
        }
    }
}

extension InitialiseAnswer {
    static func sample(pending: Bool = false, bufferSize: UInt16 = 200) -> InitialiseAnswer {
        let fields = MarkupNode(
            "InitResponse",
            children: [
                MarkupNode("TransactionResultPending", text: pending ? "true" : "false"),
                MarkupNode("BatteryStatus", text: "57%"),
            ])
        return InitialiseAnswer(
            bufferSize: bufferSize, serialNumber: "000123400123", publicKeyVersion: 1, emvParameterVersion: 2,
            generalParameterVersion: 1, manufacturerCode: 0, modelCode: 0, applicationName: "mPOS",
            applicationMajor: 1, applicationMinor: 7, xml: XMLText(fields))
    }
}

extension FinanceAnswer {
    /// An answer with these words in its XML.
    static func with(
        _ result: FinancialResult, _ word: String?, authorised: UInt32 = 0, _ more: [String: String] = [:]
    ) -> FinanceAnswer {
        var fields = more
        fields["FinancialStatus"] = word
        let children = fields.sorted { $0.key < $1.key }.map { MarkupNode($0.key, text: $0.value) }
        return FinanceAnswer(
            resultByte: result.rawValue, authorisedAmount: authorised, transactionID: Array("guid".utf8),
            xml: XMLText(MarkupNode("FinancialTransactionResponse", children: children)))
    }

    static let approved = with(
        .approved, "AUTHORISED", authorised: 1000,
        ["RequestedAmount": "1000", "Currency": "826", "CustomerReference": "TABLE 7"])
}
