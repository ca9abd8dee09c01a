import Acquirer
import Payments
import Ports
import Simulator
import Transports

/// `till-sim reader`: a virtual reader, and its acquirer where none is named.
struct ReaderCommand {
    let options: ReaderOptions

    init(_ options: ReaderOptions) { self.options = options }

    /// Serves until the signal comes. - Returns: the exit status.
    func run(until stop: StopSignal) throws(UsageError) -> Int32 {
        let own = try options.acquirer == nil ? ownAcquirer() : nil
        guard let acquirer = options.acquirer ?? own?.endpoint else { throw UsageError("the acquirer has no address") }
        if own == nil, options.ledgerPath != nil { Lines.complain("--ledger: --acquirer keeps its own") }
        let listener = try listener(options.listen)
        Lines.write(listener.uri + "\n")
        let server = VirtualReaderServer(listener: listener, clock: SystemTime()) { Lines.write($0 + "\n") }
        own?.server.start()
        guard server.start(VirtualHeftReader(settings: settings(acquirer)), faults: options.faults) else {
            Lines.complain("no thread left")
            return 1
        }
        stop.wait()
        server.stop()
        own?.server.stop()
        return 0
    }

    private func ownAcquirer() throws(UsageError) -> (server: AcquirerServer, endpoint: HostEndpoint?) {
        let mind = AcquirerMind(scenario: options.scenario, seed: options.seed)
        let desk = AcquirerDesk(mind: mind, clock: SystemTime(), file: try ledgerFile())
        let listener = try listener(.tcp(host: "127.0.0.1", port: 0))
        let server = AcquirerServer(desk, listener: listener, lostAnswers: options.faults.lostAnswers)
        guard case .tcp(let host, let port)? = try? ReaderAddress(uri: server.uri).place else { return (server, nil) }
        return (server, HostEndpoint(host: host, port: port))
    }

    private func ledgerFile() throws(UsageError) -> LedgerFile? {
        guard let path = options.ledgerPath else { return nil }
        do throws(LedgerFileFault) {
            return try LedgerFile(path: path)
        } catch {
            throw UsageError("--ledger: can't be written (errno \(error.systemCode))")
        }
    }

    private func listener(_ address: ListenAddress) throws(UsageError) -> any LinkListener {
        do throws(LinkFault) {
            return try address.listen()
        } catch {
            throw UsageError("--listen: \(error.kind.rawValue) (errno \(error.systemCode))")
        }
    }

    private func settings(_ acquirer: HostEndpoint) -> ReaderSettings {
        var settings = ReaderSettings(seed: options.seed, secret: options.secret, acquirer: acquirer)
        settings.scenario = options.scenario
        settings.quirks = options.quirks
        settings.pace = options.pace
        settings.signatureTimeout = options.signatureTimeout
        return settings
    }
}
