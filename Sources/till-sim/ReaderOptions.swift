import Acquirer
import CommandLine
import Payments
import Ports
import Simulator

/// The options of `till-sim reader`, checked.
struct ReaderOptions {
    var listen: ListenAddress
    var scenario = Scenario.default
    var quirks: Set<Quirk> = []
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
        quirks = try option.read("quirks", names(Quirk.self), Self.quirks) ?? quirks
        pace = try option.read("pace", names(Pace.self), Pace.init) ?? pace
        seed = try option.read("seed", "0…18446744073709551615") { UInt64($0) } ?? randomSeed()
        faults = try option.read("faults", "cut-out=120,delay-in=7:1500,lost-answers=1") { FaultPlan($0) } ?? faults
        signatureTimeout = parsed.number("signature-timeout").map { UInt16(clamping: $0) } ?? signatureTimeout
        acquirer = try option.read("acquirer", "HOST:PORT", Self.endpoint)
        secretPath = parsed["secret-file"]
        ledgerPath = parsed["ledger"]
    }

    private static func quirks(in list: String) -> Set<Quirk>? {
        let names = list.split(separator: ",").map(String.init)
        let quirks = names.compactMap(Quirk.init)
        return quirks.count == names.count ? Set(quirks) : nil
    }

    private static func endpoint(_ text: String) -> HostEndpoint? {
        guard case .tcp(let host, let port)? = try? ReaderAddress(uri: "tcp://\(text)").place else { return nil }
        return HostEndpoint(host: host, port: port)
    }
}
