import Bluetooth
import Crypto
import Files
import Journals
import Networking
import Payments
import Ports
import Simulator
import Terminal
import Tracing
import Transports
import Vault

/// The reader that is used, and what it takes to speak with it.
extension Workplace {
    /// The reader to use: `--reader`, else the configuration's, else the last one used.
    func reader() throws(Stop) -> (uri: String, address: ReaderAddress) {
        guard let named = invocation.reader ?? configuration.reader ?? lastURI else {
            throw Stop(.noReader, "no-reader")
        }
        let uri = configuration.readers.first { $0.name == named }?.uri ?? named
        do throws(ReaderAddressError) {
            return (uri, try ReaderAddress(uri: uri))
        } catch {
            throw Stop(.usage, "reader-uri-malformed", ["uri": uri])
        }
    }

    /// The reader that the console connects to at start. Its serial number is known where it is the one used last.
    func lastReader() -> FoundReader? {
        guard let reader = try? reader() else { return nil }
        let name = configuration.readers.first { $0.uri == reader.uri }?.name ?? reader.uri
        return FoundReader(
            uri: reader.uri, address: reader.address, name: name,
            connectionTypes: [ConfiguredFinder.type(reader.address.place)], known: true,
            serialNumber: reader.uri == lastURI ? lines(of: lastReaderFile).dropFirst().first : nil)
    }

    /// Notes the reader for the next time: its address and its serial number, a line each. Failing to is no reason to
    /// stop anything.
    func remember(_ reader: FoundReader) {
        guard let file = lastReaderFile else { return }
        let lines = [reader.uri, reader.serialNumber].compactMap(\.self)
        try? Replacement(of: file, with: Array((lines.joined(separator: "\n") + "\n").utf8)).run()
    }

    /// Notes the level for the connections to come: a reader is set to it at each of them.
    func remember(_ level: LogLevel) {
        guard let file = remembered("log-level") else { return }
        try? Replacement(of: file, with: Array((level.name + "\n").utf8)).run()
    }

    /// What readers' logs are set to.
    var logLevel: LogLevel { firstLine(of: remembered("log-level")).flatMap(LogLevel.init(name:)) ?? .full }

    private var lastURI: String? { firstLine(of: lastReaderFile) }

    var lastReaderFile: String? { remembered("last-reader") }

    private func remembered(_ name: String) -> String? {
        paths.data(invocation.dataDirectory).map { "\($0)/\(name)" }
    }

    private func firstLine(of file: String?) -> String? { lines(of: file).first }

    private func lines(of file: String?) -> [String] {
        guard let file, let bytes = try? SmallFile.read(file, limit: 4096) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The reader's secret; a demo reader has the one that every development reader has.
    func secret(for address: ReaderAddress) throws(Stop) -> Secret {
        try checkIsNear(address)
        if address.isTraining { return try secret(Array(ReaderSettings.developmentSecret.utf8)) }
        guard let file = invocation.secretFile ?? configuration.secretFile else { return try secretFromVault() }
        var text = try privateBytes(inFile: file)
        defer { wipe(&text) }
        return try secret(text)
    }

    /// Where money isn't real no reader is far away.
    func checkIsNear(_ address: ReaderAddress) throws(Stop) {
        if environment.isRehearsal, !address.isNear { throw Stop(.unsafe, "development-loopback") }
    }

    /// A reader's secret as its 64 digits, for what takes them as they are written.
    func secretDigits(for serialNumber: String) throws(Stop) -> Secret {
        if isTraining { return try text(ReaderSettings.developmentSecret) }
        if let file = invocation.secretFile ?? configuration.secretFile { return try checked(secretText(inFile: file)) }
        for name in [Self.secretFolder + serialNumber, Self.secretFolder + "default"] {
            if let text = try credentials.secret(named: name) { return try checked(text) }
        }
        throw Stop(.usage, "no-secret")
    }

    private func text(_ digits: String) throws(Stop) -> Secret {
        do throws(SecretError) { return try Secret(copying: Array(digits.utf8)) } catch {
            throw Stop(.usage, "secret-malformed")
        }
    }

    private func checked(_ digits: Secret) throws(Stop) -> Secret {
        _ = try digits.withBytes { (text) throws(Stop) in try secret(Array(text)) }
        return digits
    }

    /// A small file that nobody else may read; the caller wipes what it gets.
    func privateBytes(inFile file: String) throws(Stop) -> [UInt8] {
        do throws(FileFault) {
            return try SmallFile.read(file, limit: 4096, for: .notOthers)
        } catch .tooOpen {
            throw Stop(.unsafe, "secret-too-open", ["file": file])
        } catch {
            throw Stop(.usage, "secret-unreadable", ["file": file])
        }
    }

    /// - Parameter serialNumber: of the reader; nil before it has introduced itself, when any reader's secret will do.
    func secretFromVault(for serialNumber: String? = nil) throws(Stop) -> Secret {
        let own = serialNumber.map { Self.secretFolder + $0 } ?? credentials.firstName(under: Self.secretFolder)
        let names = [own, Self.secretFolder + "default"].compactMap(\.self)
        var found: Secret?
        for name in names where found == nil { found = try credentials.secret(named: name) }
        guard let text = found else { throw Stop(.usage, "no-secret") }
        return try text.withBytes { (text) throws(Stop) in
            do throws(SecretError) { return try Secret(hex: text) } catch { throw Stop(.usage, "secret-malformed") }
        }
    }

    /// Where readers' secrets stand by serial number, and as `default` that of readers that have none of their own.
    /// [own choice]
    private static let secretFolder = "reader/"

    /// The secret now, and where to get it each time a reader asks: what comes from the credential file is gone while
    /// that is locked.
    func secretSource(for address: ReaderAddress) throws(Stop) -> @Sendable (String) -> Secret? {
        guard address.wireProtocol.hasSecret else {
            try checkIsNear(address)
            return { _ in nil }
        }
        let secret = try secretIfAsked(of: address)
        guard isSecretFromVault(for: address) else { return { _ in secret } }
        return { try? self.secretFromVault(for: $0) }
    }

    /// The secret of a reader that asks for one. Where that is found out yet, a secret that nobody has named may be
    /// missing: a reader that asks for it can't be used then, and is named as such.
    func secretIfAsked(of address: ReaderAddress) throws(Stop) -> Secret? {
        guard address.isProtocolOpen, isSecretFromVault(for: address) else { return try secret(for: address) }
        try checkIsNear(address)
        return try? secret(for: address)
    }

    func isSecretFromVault(for address: ReaderAddress) -> Bool {
        !address.isTraining && invocation.secretFile == nil && configuration.secretFile == nil
    }

    /// Unlocks the credential file where there is one and money is real. It is needed even where the reader's secret
    /// comes from elsewhere: it says whether somebody has to sign in.
    func unlock(_ signals: SignalInbox) throws(Stop) {
        if let reader = try? reader(), reader.address.isTraining { return }
        if let vault = try CredentialFile(place: self, signals: signals).openIfPresent() { credentials.unlock(vault) }
        _ = try hasOperators()
    }

    /// Whether somebody has to sign in. Taking the credential file away opens no till: the journal remembers.
    func hasOperators() throws(Stop) -> Bool {
        let areThere = try !credentials.operators().isEmpty
        guard !areThere, try journalNamesOperators() else { return areThere }
        throw Stop(.credentials, "operators-missing")
    }

    func journalNamesOperators() throws(Stop) -> Bool {
        let directory = try dataDirectory()
        do throws(JournalFault) {
            guard let journal = try directory.readJournal(training: false) else { return false }
            return try journal.namesOperators()
        } catch {
            throw Stop(journalFault: error)
        }
    }

    private func secret(_ text: [UInt8]) throws(Stop) -> Secret {
        do throws(SecretError) {
            return try Secret(hex: text)
        } catch {
            throw Stop(.usage, "secret-malformed")
        }
    }

    /// Links to real readers and to those of this process, traced where that is asked for.
    func links() throws(Stop) -> any LinkOpener {
        let links = SystemLinkOpener(demo: demo, services: DeviceServices())
        guard let file = invocation.traceFile else { return links }
        return try traced(links, file)
    }

    private func traced(_ links: any LinkOpener, _ file: String) throws(Stop) -> any LinkOpener {
        do throws(TraceError) {
            let trace = try TraceFile(path: file, reader: invocation.reader ?? configuration.reader ?? "")
            if let folder = paths.data(invocation.dataDirectory) { LastTraces(in: folder).note(file) }
            return TracingLinkOpener(links, into: trace, time: time)
        } catch {
            throw Stop(.usage, "trace-unwritable", ["file": file])
        }
    }

    /// The pins of the configuration and of `--tls-pin HOST=PIN`, which come first.
    func pins() throws(Stop) -> [String: PublicKeyPin] {
        var pins = configuration.pins
        for text in invocation.pins {
            let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, let pin = PublicKeyPin(sides[1]) else { throw Stop(.usage, "tls-pin-form") }
            pins[sides[0].lowercased()] = pin
        }
        return pins
    }

    var caFile: String? { invocation.caFile ?? configuration.ca }

    func hostPolicy() -> HostPolicy {
        let settings = configuration.hostLink
        return HostPolicy(
            allow: settings.allow.isEmpty ? nil : settings.allow, plain: settings.plain, tls: settings.tls)
    }
}

extension ReaderAddress {
    /// A reader on this machine: a program, behind a socket or a pty.
    var isNear: Bool {
        switch place {
        case .demo, .unix: true
        case .tcp(let host, _): HostPolicy.isLoopback(host)
        case .serial(let path, _): path.hasPrefix("/dev/pts/")
        case .rfcomm: false
        }
    }
}
