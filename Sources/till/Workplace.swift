import Crypto
import Engine
import Files
import Glibc
import Journals
import Localization
import Networking
import Payments
import Ports
import Readers
import Settings
import Simulator
import Terminal
import Tracing
import Transports
import Vault

/// Everything a command needs, found once: options over environment over configuration.
struct Workplace {
    let invocation: Invocation
    let configuration: Configuration
    let paths: Paths
    let environment: Environment
    let catalogue: Catalogue
    let time = SystemTime()
    /// The credential file, once it is unlocked.
    var vault: Vault?

    var events: EventJSON { EventJSON(catalogue: catalogue) }

    init(_ invocation: Invocation, environment: Environment) throws(Stop) {
        self.invocation = invocation
        self.environment = environment
        paths = Paths(environment: environment)
        if case .supportBundle = invocation.command {
            // Support wants to see above all what doesn't work.
            configuration = (try? Self.configuration(invocation, paths)) ?? Configuration()
        } else {
            configuration = try Self.configuration(invocation, paths)
        }
        catalogue = Self.catalogue(invocation, configuration, paths, environment)
    }

    /// What `till` calls itself to readers.
    static let identity = HeftSession.Identity(name: "till", version: Version.number)

    private static func configuration(_ invocation: Invocation, _ paths: Paths) throws(Stop) -> Configuration {
        guard let file = paths.configuration(invocation.configFile) else { return Configuration() }
        let yaml: [UInt8]
        do throws(FileFault) {
            yaml = try SmallFile.read(file)
        } catch {
            guard error == .missing, invocation.configFile == nil else {
                throw Stop(.usage, "config-unreadable", ["file": file])
            }
            return Configuration()
        }
        do throws(SettingsError) {
            return try Configuration(yaml: yaml, file: file)
        } catch {
            Output.message(error.description)
            throw Stop(.usage, "config-unreadable", ["file": file])
        }
    }

    /// The English table is compiled in: a missing or broken file never stops a sale.
    static func catalogue(
        _ invocation: Invocation, _ configuration: Configuration, _ paths: Paths, _ environment: Environment
    ) -> Catalogue {
        let names = ["TILL_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"]
        let language = Language.chosen(
            option: invocation.locale ?? (environment["TILL_LOCALE"] == nil ? configuration.locale : nil),
            environment: names.map { environment[$0] })
        return catalogue(language, share: paths.share(invocation.shareDirectory))
    }

    static func catalogue(_ language: Language, share: String?) -> Catalogue {
        guard language != .en, let share else { return .english }
        let file = "\(share)/Locales/\(language.rawValue).yaml"
        guard let yaml = try? SmallFile.read(file), let table = try? Catalogue(language, yaml: yaml, file: file) else {
            return .english
        }
        return table
    }
}

// MARK: The reader

extension Workplace {
    /// The reader to use: `--reader`, else the configuration's, else the last one used.
    func reader() throws(Stop) -> (uri: String, address: ReaderAddress) {
        guard let named = invocation.reader ?? configuration.reader ?? lastURI else {
            throw Stop(.noReader, "no-reader")
        }
        let uri = configuration.readers.first { $0.name == named }?.uri ?? named
        do throws(ReaderAddressError) {
            return (uri, try ReaderAddress(uri: uri))
        } catch .notDeliveredYet {
            throw Stop(.usage, "reader-kind-not-delivered", ["uri": uri])
        } catch {
            throw Stop(.usage, "reader-uri-malformed", ["uri": uri])
        }
    }

    /// The reader that the console connects to at start.
    func lastReader() -> FoundReader? {
        guard let reader = try? reader() else { return nil }
        let name = configuration.readers.first { $0.uri == reader.uri }?.name ?? reader.uri
        return FoundReader(
            uri: reader.uri, address: reader.address, name: name,
            connectionTypes: [ConfiguredFinder.type(reader.address.place)], known: true)
    }

    /// Notes the reader for the next time. Failing to is no reason to stop anything.
    func remember(_ uri: String) {
        guard let file = lastReaderFile else { return }
        try? Replacement(of: file, with: Array((uri + "\n").utf8)).run()
    }

    private var lastURI: String? {
        guard let file = lastReaderFile, let bytes = try? SmallFile.read(file, limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    private var lastReaderFile: String? {
        paths.data(invocation.dataDirectory).map { $0 + "/last-reader" }
    }

    /// The reader's secret; a demo reader has the one that every development reader has.
    func secret(for address: ReaderAddress) throws(Stop) -> Secret {
        if address.isTraining { return try secret(Array(ReaderSettings.developmentSecret.utf8)) }
        guard let file = invocation.secretFile ?? configuration.secretFile else { return try secretFromVault() }
        var text: [UInt8]
        do throws(FileFault) {
            text = try SmallFile.read(file, limit: 4096, for: .notOthers)
        } catch .tooOpen {
            throw Stop(.unsafe, "secret-too-open", ["file": file])
        } catch {
            throw Stop(.usage, "secret-unreadable", ["file": file])
        }
        defer { wipe(&text) }
        return try secret(text)
    }

    private func secretFromVault() throws(Stop) -> Secret {
        guard let vault else { throw Stop(.usage, "no-secret") }
        let text: Secret?
        do throws(VaultFault) { text = try vault.secret(named: Self.secretName) } catch {
            throw Stop(error, vault.path)
        }
        guard let text else { throw Stop(.usage, "no-secret") }
        return try text.withBytes { (text) throws(Stop) in
            do throws(SecretError) { return try Secret(hex: text) } catch { throw Stop(.usage, "secret-malformed") }
        }
    }

    /// The entry with the secret of readers that have none of their own. [own choice]
    private static let secretName = "reader/default"

    /// Unlocks the credential file where a reader's secret has to come from it.
    func withCredentials(_ signals: SignalInbox) throws(Stop) -> Workplace {
        guard invocation.secretFile == nil, configuration.secretFile == nil else { return self }
        if let reader = try? reader(), reader.address.isTraining { return self }
        var place = self
        place.vault = try CredentialFile(place: self, signals: signals).openIfPresent()
        return place
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
        let demo = DemoOpener(pace: configuration.demoIsInstant || invocation.json ? .instant : .human)
        let links = SystemLinkOpener(demo: demo)
        guard let file = invocation.traceFile else { return links }
        return try traced(links, file)
    }

    private func traced(_ links: any LinkOpener, _ file: String) throws(Stop) -> any LinkOpener {
        do throws(TraceError) {
            let trace = try TraceFile(path: file, reader: invocation.reader ?? configuration.reader ?? "")
            return TracingLinkOpener(links, into: trace, time: time)
        } catch {
            throw Stop(.usage, "trace-unwritable", ["file": file])
        }
    }

    var caFile: String? { invocation.caFile ?? configuration.ca }

    func hostPolicy() -> HostPolicy {
        let settings = configuration.hostLink
        return HostPolicy(
            allow: settings.allow.isEmpty ? nil : settings.allow, plain: settings.plain, tls: settings.tls)
    }
}

// MARK: The engine

extension Workplace {
    func ports(_ links: any LinkOpener, _ journal: any Journal) throws(Stop) -> EnginePorts {
        EnginePorts(
            links: links, hosts: CurlHostConnector(caFile: caFile), journal: journal, time: time,
            random: try random())
    }

    func random() throws(Stop) -> SystemRandom {
        do { return try SystemRandom() } catch { throw Stop(.unsafe, "no-randomness") }
    }

    func settings(_ secret: Secret, training: Bool) -> EngineSettings {
        let policy = hostPolicy()
        return EngineSettings(secret: secret, identity: Self.identity, training: training) { host in
            policy.decide(host, readerIsBluetooth: false, training: training)
        }
    }
}

// MARK: The journal

extension Workplace {
    func dataDirectory() throws(Stop) -> DataDirectory { DataDirectory(path: try dataFolder()) }

    func dataFolder() throws(Stop) -> String {
        guard let path = paths.data(invocation.dataDirectory) else { throw Stop(.usage, "no-home") }
        return path
    }

    /// The journal of a till that sells.
    func journal(training: Bool) throws(Stop) -> SQLiteJournal {
        let directory = try dataDirectory()
        do throws(JournalFault) {
            return try directory.openJournal(training: training, since: time.wallTime())
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// Reads the journal beside a till that sells; nothing where there is none yet.
    func rows(_ read: (SQLiteJournal) throws(JournalFault) -> [HistoryRow]) throws(Stop) -> [HistoryRow] {
        let directory = try dataDirectory()
        do throws(JournalFault) {
            guard let journal = try directory.readJournal(training: isTraining) else { return [] }
            return try read(journal)
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// Whether commands that open no reader speak of the training journal.
    private var isTraining: Bool {
        invocation.demoEnvironment || (invocation.reader ?? configuration.reader)?.hasPrefix("demo:") == true
    }
}
