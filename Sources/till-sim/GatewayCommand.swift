import Acquirer
import Crypto
import Payments
import Sandbox
import Transports

/// `till-sim gateway`: sandboxes in place of payment gateways, and the one acquirer behind them. Handpoint's is at the
/// address itself, Redsys' below `/redsys`, Opayo's below `/elavon`,
/// HiPay's below `/hipay`.
struct GatewayCommand {
    let options: GatewayOptions

    /// Serves until the signal comes.
    func run(until stop: StopSignal) throws(StartFault) {
        let seed = randomSeed()
        let handpoint = HandpointSandbox(try settings(seed))
        let certificate = try certificate()
        let mind = AcquirerMind(scenario: options.scenario, seed: seed)
        let desk = AcquirerDesk(mind: mind, clock: SystemTime(), file: try .opened(options.ledgerPath))
        let sandbox = SandboxDesk(
            handpoint, redsys: RedsysSandbox(try redsysSettings(seed)), opayo: OpayoSandbox(try opayoSettings(seed)),
            hipay: HiPaySandbox(try hipaySettings(seed)), acquirer: desk)
        let acquirer = try options.acquirerPort.map { port throws(StartFault) in
            AcquirerServer(desk, listener: try ListenAddress.tcp(host: "127.0.0.1", port: port).opened())
        }
        let server = try start(sandbox, certificate)
        Lines.write(server.url + "\n")
        if let acquirer {
            acquirer.start()
            Lines.write("acquirer \(acquirer.uri.replacing("tcp://", with: ""))\n")
        }
        stop.wait()
        server.stop()
        acquirer?.stop()
    }

    private func settings(_ seed: UInt64) throws(StartFault) -> HandpointSettings {
        var key = Array(HandpointSettings.developmentKey.utf8)
        if let path = options.keyPath {
            guard let bytes = SmallFile.read(path) else { throw .keyUnreadable }
            key = bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        }
        defer { wipe(&key) }
        do throws(SecretError) {
            var settings = HandpointSettings(
                key: try Secret(copying: key),
                secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)),
                seed: seed, scenario: options.scenario)
            settings.faults = options.faults
            return settings
        } catch {
            throw .keyUnreadable
        }
    }

    /// With the keys that everybody knows.
    private func redsysSettings(_ seed: UInt64) throws(StartFault) -> RedsysSettings {
        do throws(SecretError) {
            // GUIDs of its own: the fronts share a ledger.
            var settings = try RedsysSettings.development(seed: seed &+ 1, scenario: options.scenario)
            settings.faults = options.faults
            return settings
        } catch {
            throw .noMemory
        }
    }

    private func opayoSettings(_ seed: UInt64) throws(StartFault) -> OpayoSettings {
        do throws(SecretError) {
            var settings = try OpayoSettings.development(seed: seed &+ 2, scenario: options.scenario)
            settings.faults = options.faults
            return settings
        } catch {
            throw .noMemory
        }
    }

    private func hipaySettings(_ seed: UInt64) throws(StartFault) -> HiPaySettings {
        do throws(SecretError) {
            var settings = try HiPaySettings.development(seed: seed &+ 3, scenario: options.scenario)
            settings.faults = options.faults
            settings.isSecure = options.tls != nil
            return settings
        } catch {
            throw .noMemory
        }
    }

    private func certificate() throws(StartFault) -> SandboxServer.Certificate? {
        guard let paths = options.tls else { return nil }
        guard let certificate = SmallFile.read(paths.certificate, atMost: SmallFile.largestCertificate),
            let key = SmallFile.read(paths.key, atMost: SmallFile.largestCertificate)
        else { throw .certificateUnreadable }
        return SandboxServer.Certificate(
            certificate: String(decoding: certificate, as: UTF8.self), key: String(decoding: key, as: UTF8.self))
    }

    private func start(
        _ sandbox: SandboxDesk, _ certificate: SandboxServer.Certificate?
    ) throws(StartFault) -> SandboxServer {
        do throws(SandboxServerFault) {
            return try SandboxServer(sandbox, port: options.port, certificate: certificate) { Lines.write($0 + "\n") }
        } catch {
            throw .gateway(error)
        }
    }
}
