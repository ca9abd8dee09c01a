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
        let own = try options.acquirer == nil ? ownAcquirer() : nil
        guard let acquirer = options.acquirer ?? own?.endpoint else { throw .listen(LinkFault(.other)) }
        if own == nil, options.ledgerPath != nil { Lines.complain("--ledger: the acquirer named keeps its own") }
        if own == nil, options.pinpadQuirks.contains(.ownNetwork) {
            Lines.complain("--quirks own-network: reaches no acquirer but the reader's own")
        }
        let reader = try reader(acquirer)
        let listener = try options.listen.opened()
        Lines.write(uri(of: listener) + "\n")
        if let radio = listener as? RadioListener, !radio.isAnnounced {
            Lines.complain("--listen: BlueZ puts up no record, so a till has to name the channel")
        }
        let server = VirtualReaderServer(listener: listener, clock: SystemTime(), acquirer: own?.server.desk) {
            Lines.write($0 + "\n")
        }
        own?.server.start()
        guard server.start(reader, faults: options.faults) else { throw .noThread }
        stop.wait()
        server.stop()
        own?.server.stop()
    }

    /// As a till has to be told it.
    private func uri(of listener: any LinkListener) -> String {
        guard options.wireProtocol != .heft else { return listener.uri }
        return listener.uri + (listener.uri.contains("?") ? "&" : "?") + "protocol=\(options.wireProtocol.rawValue)"
    }

    private func reader(_ acquirer: HostEndpoint) throws(StartFault) -> any VirtualReader {
        switch options.wireProtocol {
        case .heft: VirtualHeftReader(settings: settings(try secret(), acquirer))
        case .datecs: VirtualPinpad(settings: pinpadSettings(acquirer))
        }
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
        let server = AcquirerServer(
            desk, listener: listener, lostAnswers: options.faults.lostAnswers,
            refusedCalls: options.faults.refusedCalls)
        guard case .tcp(let host, let port)? = try? ReaderAddress(uri: server.uri).place else { return (server, nil) }
        return (server, HostEndpoint(host: host, port: port))
    }

    private func settings(_ secret: Secret, _ acquirer: HostEndpoint) -> ReaderSettings {
        var settings = ReaderSettings(seed: options.seed, secret: secret, acquirer: acquirer)
        settings.scenario = options.scenario
        settings.quirks = options.quirks
        settings.pace = options.pace
        settings.signatureTimeout = options.signatureTimeout
        settings.serialNumber = options.serialNumber ?? settings.serialNumber
        return settings
    }

    private func pinpadSettings(_ acquirer: HostEndpoint) -> PinpadSettings {
        var settings = PinpadSettings(acquirer: acquirer, currency: options.currency)
        settings.scenario = options.scenario
        settings.quirks = options.pinpadQuirks
        settings.pace = options.pace
        settings.serialNumber = options.serialNumber ?? settings.serialNumber
        return settings
    }
}
