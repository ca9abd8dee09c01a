import Checkout
import Crypto
import Engine
import Journals
import Networking
import Payments
import Ports
import Readers
import Threads
import Transports

/// A sale without a terminal: connect, sell 12.34 EUR, print what happens, end with the payment.
///
///     till-sim reader --listen tcp://127.0.0.1:4000
///     example-sale tcp://127.0.0.1:4000 /tmp/example-data
@main
enum MinimalSale {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let euro = Currency(alpha: "EUR") else {
            return print("usage: example-sale READER-URI DATA-FOLDER")
        }
        let address = try ReaderAddress(uri: arguments[1])
        let order = PaymentOrder(money: Money(minorUnits: 1234, currency: euro))
        let events = Mailbox<TillEvent>()
        let engine = try engine(dataFolder: arguments[2]) { events.post($0.event) }
        engine.start()
        engine.submit(.connect(uri: arguments[1], address: address))
        var isOver = false
        while !isOver {
            for event in events.wait(until: nil) where !isOver {
                print(line(event))
                if event == .ready { engine.submit(.pay(order)) }
                isOver = isLast(event)
            }
        }
        engine.stop()
    }

    /// The journal comes first: a till that can't write things down can't be made.
    private static func engine(
        dataFolder: String, listener: @escaping @Sendable (EngineEvent) -> Void
    ) throws -> TillEngine {
        let time = SystemTime()
        let journal = try DataDirectory(path: dataFolder).openJournal(training: true, since: time.wallTime())
        let ports = EnginePorts(
            links: SystemLinkOpener(), hosts: CurlHostConnector(), journal: journal, time: time,
            random: try SystemRandom())
        let settings = EngineSettings(
            secret: try Secret(hex: Array(virtualSecret.utf8)),
            identity: HeftSession.Identity(name: "example-sale", version: "1"), training: true
        ) { HostPolicy().decide($0, readerIsBluetooth: $1, training: true) }
        return try TillEngine(ports: ports, settings: settings, listener: listener)
    }

    private static func line(_ event: TillEvent) -> String {
        switch event {
        case .connected(let details): "connected to \(details.serialNumber)"
        case .status(let notice, _): "status \(notice.name)"
        case .result(let reference, let outcome, let result, _):
            "result \(outcome.rawValue) \(result.authorisationCode ?? "-") \(reference.text)"
        case .fault(let fault): "fault \(fault.code), money: \(fault.money.rawValue)"
        case .ready: "ready"
        case .started: "started"
        case .disconnected: "disconnected"
        case .signatureRequest: "signature wanted"
        case .signatureCancelled: "signature no longer wanted"
        case .signedIn, .signedOut, .granted, .permitted: "operators"
        case .serving, .progress, .scanned, .served: "something besides payments"
        case .tipped: "a tip"
        case .inquiry(let reference, _): "looking up \(reference.text)"
        case .settled(let reference, let outcome, _): "settled \(outcome.rawValue) \(reference.text)"
        case .recovered(let reference, let outcome, _, _): "recovered \(outcome.rawValue) \(reference.text)"
        }
    }

    private static func isLast(_ event: TillEvent) -> Bool {
        switch event {
        case .result, .fault, .disconnected: true
        default: false
        }
    }

    /// What every virtual reader expects. A real reader's secret comes from a file that only its owner can read.
    private static let virtualSecret = "0102030405060708091011121314151617181920212223242526272829303132"
}
