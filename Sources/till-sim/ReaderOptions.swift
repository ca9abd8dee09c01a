import Acquirer
import Crypto
import Payments
import Ports
import Simulator
import Transports

/// The options of `till-sim reader`, checked.
struct ReaderOptions {
    static let scenarios = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
    static let quirks = Quirk.allCases.map(\.rawValue).joined(separator: ", ")
    static let paces = Pace.allCases.map(\.rawValue).joined(separator: ", ")

    var listen: ListenAddress
    var scenario = Scenario.default
    var quirks: Set<Quirk> = []
    var pace = Pace.instant
    var seed: UInt64
    var faults = FaultPlan.none
    var secret: Secret
    var signatureTimeout: UInt16 = 90
    /// Nil runs one of its own.
    var acquirer: HostEndpoint?
    var ledgerPath: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        guard let place = arguments.take("listen") else { throw UsageError("--listen is missing") }
        listen = try Self.value(place, "listen") { try? ListenAddress(uri: $0) }
        _ = try Self.value(arguments.take("protocol") ?? "heft", "protocol") { $0 == "heft" ? $0 : nil }
        if let name = arguments.take("scenario") { scenario = try Self.value(name, "scenario", Scenario.init) }
        if let list = arguments.take("quirks") { quirks = try Self.value(list, "quirks", Self.quirks(in:)) }
        if let name = arguments.take("pace") { pace = try Self.value(name, "pace", Pace.init) }
        if let plan = arguments.take("faults") { faults = try Self.value(plan, "faults") { FaultPlan($0) } }
        if let text = arguments.take("signature-timeout") {
            signatureTimeout = try Self.value(text, "signature-timeout") { UInt16($0).flatMap { $0 > 0 ? $0 : nil } }
        }
        if let text = arguments.take("acquirer") { acquirer = try Self.value(text, "acquirer", Self.endpoint) }
        seed = try Self.value(arguments.take("seed") ?? String(Self.randomSeed()), "seed") { UInt64($0) }
        secret = try Self.secret(arguments.take("secret-file"))
        ledgerPath = arguments.take("ledger")
        try arguments.expectEnd()
    }

    private static func value<Value>(
        _ text: String, _ name: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let value = read(text) else { throw UsageError("--\(name): \(text.debugDescription) is none") }
        return value
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

    private static func randomSeed() -> UInt64 {
        SystemRandom().bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func secret(_ path: String?) throws(UsageError) -> Secret {
        guard let path else { return try secret(ReaderSettings.developmentSecret.utf8, of: "development secret") }
        guard var bytes = SmallFile.read(path) else { throw UsageError("--secret-file: can't be read") }
        defer { wipe(&bytes) }
        return try secret(bytes, of: "--secret-file")
    }

    private static func secret(_ digits: some Collection<UInt8>, of name: String) throws(UsageError) -> Secret {
        do throws(SecretError) {
            return try Secret(hex: digits)
        } catch {
            throw UsageError("\(name): 64 hexadecimal digits are wanted")
        }
    }
}
