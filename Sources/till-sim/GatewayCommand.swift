import Acquirer
import Crypto
import Payments
import Sandbox
import Transports

/// `till-sim gateway`: a sandbox in place of a payment gateway, and the acquirer behind it.
struct GatewayCommand {
    let options: GatewayOptions

    /// Serves until the signal comes.
    func run(until stop: StopSignal) throws(StartFault) {
        let settings = try settings()
        let certificate = try certificate()
        let mind = AcquirerMind(scenario: options.scenario, seed: settings.seed)
        let desk = AcquirerDesk(mind: mind, clock: SystemTime(), file: try .opened(options.ledgerPath))
        let sandbox = SandboxDesk(HandpointSandbox(settings), acquirer: desk)
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

    private func settings() throws(StartFault) -> HandpointSettings {
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
                seed: randomSeed(), scenario: options.scenario)
            settings.faults = options.faults
            return settings
        } catch {
            throw .keyUnreadable
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
