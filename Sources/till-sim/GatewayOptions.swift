import Acquirer
import CommandLine
import Payments
import Sandbox

/// The options of `till-sim gateway`, checked.
struct GatewayOptions {
    /// On 127.0.0.1; 0 takes a free one.
    var port: UInt16
    /// Where readers' requests are taken, on 127.0.0.1; nil takes none.
    var acquirerPort: UInt16?
    /// The paths of two PEM files.
    var tls: (certificate: String, key: String)?
    var scenario = Scenario.default
    var faults = GatewayFaults.none
    var ledgerPath: String?
    /// Nil is the key that everybody knows.
    var keyPath: String?

    init(_ parsed: ParsedCommand) throws(UsageError) {
        let option = OptionReader(parsed)
        port = try option.read("listen", "127.0.0.1:PORT", Self.port) ?? 0
        acquirerPort = try option.read("acquirer", "127.0.0.1:PORT", Self.port)
        tls = try option.read("tls", "CERT,KEY", Self.pair)
        scenario = try option.read("scenario", names(Scenario.self), Scenario.init) ?? scenario
        faults = try option.read("faults", "drop=3,error-500=2,late=6") { GatewayFaults($0) } ?? faults
        ledgerPath = parsed["ledger"]
        keyPath = parsed["api-key-file"]
    }

    /// A sandbox is for this machine alone.
    private static func port(_ text: String) -> UInt16? {
        guard case .tcp(let host, let port)? = try? ListenAddress(uri: "tcp://\(text)"),
            host == "127.0.0.1" || host == "localhost"
        else { return nil }
        return port
    }

    private static func pair(_ text: String) -> (certificate: String, key: String)? {
        let paths = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard paths.count == 2, !paths.contains("") else { return nil }
        return (paths[0], paths[1])
    }
}
