import Acquirer
import Crypto
import Payments
import Ports
import Simulator
import Transports

/// `till-sim reader`: a virtual reader, and its acquirer where none is named.
struct ReaderCommand {
    let options: ReaderOptions

    /// Serves until the signal comes.
    func run(until stop: StopSignal) throws(StartFault) {
        let secret = try secret()
        let own = try options.acquirer == nil ? ownAcquirer() : nil
        guard let acquirer = options.acquirer ?? own?.endpoint else { throw .listen(LinkFault(.other)) }
        if own == nil, options.ledgerPath != nil { Lines.complain("--ledger: the acquirer named keeps its own") }
        let listener = try options.listen.opened()
        Lines.write(listener.uri + "\n")
        if let radio = listener as? RadioListener, !radio.isAnnounced {
            Lines.complain("--listen: BlueZ puts up no record, so a till has to name the channel")
        }
        let server = VirtualReaderServer(listener: listener, clock: SystemTime()) { Lines.write($0 + "\n") }
        own?.server.start()
        let reader = VirtualHeftReader(settings: settings(secret, acquirer))
        guard server.start(reader, faults: options.faults) else { throw .noThread }
        stop.wait()
        server.stop()
        own?.server.stop()
    }

    private func secret() throws(StartFault) -> Secret {
        var digits = Array(ReaderSettings.developmentSecret.utf8)
        if let path = options.secretPath {
            guard let bytes = SmallFile.read(path) else { throw .secretUnreadable }
            digits = bytes
        }
        defer { wipe(&digits) }
        do throws(SecretError) {
            return try Secret(hex: digits)
        } catch {
            throw .secretMalformed
        }
    }

    private func ownAcquirer() throws(StartFault) -> (server: AcquirerServer, endpoint: HostEndpoint?) {
        let mind = AcquirerMind(scenario: options.scenario, seed: options.seed)
        let desk = AcquirerDesk(mind: mind, clock: SystemTime(), file: try .opened(options.ledgerPath))
        let listener = try ListenAddress.tcp(host: "127.0.0.1", port: 0).opened()
        let server = AcquirerServer(desk, listener: listener, lostAnswers: options.faults.lostAnswers)
        guard case .tcp(let host, let port)? = try? ReaderAddress(uri: server.uri).place else { return (server, nil) }
        return (server, HostEndpoint(host: host, port: port))
    }

    private func settings(_ secret: Secret, _ acquirer: HostEndpoint) -> ReaderSettings {
        var settings = ReaderSettings(seed: options.seed, secret: secret, acquirer: acquirer)
        settings.scenario = options.scenario
        settings.quirks = options.quirks
        settings.pace = options.pace
        settings.signatureTimeout = options.signatureTimeout
        return settings
    }
}
