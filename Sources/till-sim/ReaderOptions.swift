import Acquirer
import CommandLine
import Payments
import Ports
import Simulator

/// The options of `till-sim reader`, checked.
struct ReaderOptions {
    var wireProtocol = ReaderAddress.WireProtocol.heft
    var listen: ListenAddress
    var scenario = Scenario.default
    /// Of a HEFT reader.
    var quirks: Set<Quirk> = []
    /// Of a pinpad.
    var pinpadQuirks: Set<PinpadQuirk> = []
    /// Nil is the kind's own.
    var serialNumber: String?
    /// A pinpad's.
    var currency: Currency
    var pace = Pace.instant
    var seed: UInt64
    var faults = FaultPlan.none
    var signatureTimeout: UInt16 = 90
    /// Nil is the development secret.
    var secretPath: String?
    /// Nil runs one of its own.
    var acquirer: HostEndpoint?
    var ledgerPath: String?

    init(_ parsed: ParsedCommand) throws(UsageError) {
        let option = OptionReader(parsed)
        listen =
            try option.read("listen", "pty:, tcp://HOST:PORT, unix:///PATH, rfcomm:[CHANNEL]") {
                try? ListenAddress(uri: $0)
            } ?? .pty
        scenario = try option.read("scenario", names(Scenario.self), Scenario.init) ?? scenario
        wireProtocol = parsed["protocol"].flatMap(ReaderAddress.WireProtocol.init) ?? wireProtocol
        switch wireProtocol {
        case .heft: quirks = try option.read("quirks", names(Quirk.self), Self.quirks) ?? quirks
        case .datecs: pinpadQuirks = try option.read("quirks", names(PinpadQuirk.self), Self.quirks) ?? pinpadQuirks
        }
        let isHeft = wireProtocol == .heft
        // A pinpad has no secret, and asks nobody for a signature.
        if !isHeft, let foreign = ["secret-file", "signature-timeout"].first(where: { parsed[$0] != nil }) {
            throw .badChoice(option: foreign, value: wireProtocol.rawValue, choices: ["heft"])
        }
        serialNumber = try option.read("serial", isHeft ? "000123400123" : "0123456789") {
            Self.serialNumber($0, isHeft: isHeft)
        }
        let currency = try option.read("currency", "EUR") { Currency(alpha: $0) } ?? Currency(alpha: "EUR")
        guard let currency else { throw .badChoice(option: "currency", value: "EUR", choices: []) }
        self.currency = currency
        pace = try option.read("pace", names(Pace.self), Pace.init) ?? pace
        seed = try option.read("seed", "0…18446744073709551615") { UInt64($0) } ?? randomSeed()
        faults = try option.read("faults", "cut-out=120,delay-in=7:1500,lost-answers=1") { FaultPlan($0) } ?? faults
        signatureTimeout = parsed.number("signature-timeout").map { UInt16(clamping: $0) } ?? signatureTimeout
        acquirer = try option.read("acquirer", "HOST:PORT", Self.endpoint)
        secretPath = parsed["secret-file"]
        ledgerPath = parsed["ledger"]
    }

    private static func quirks<Each: RawRepresentable<String> & Hashable>(in list: String) -> Set<Each>? {
        let names = list.split(separator: ",").map(String.init)
        let quirks = names.compactMap(Each.init)
        return quirks.count == names.count ? Set(quirks) : nil
    }

    /// Twelve digits of a HEFT reader, ten letters and digits of a pinpad.
    private static func serialNumber(_ text: String, isHeft: Bool) -> String? {
        let isRight = isHeft ? text.count == 12 && text.allSatisfy(\.isWholeNumber) : text.count == 10
        return isRight && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? text : nil
    }

    private static func endpoint(_ text: String) -> HostEndpoint? {
        guard case .tcp(let host, let port)? = try? ReaderAddress(uri: "tcp://\(text)").place else { return nil }
        return HostEndpoint(host: host, port: port)
    }
}
