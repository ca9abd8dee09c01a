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
    let time: SystemTime
    /// The readers inside this process, their acquirer and their cloud.
    /// What is sold in where money isn't real.
    static let trainingCurrency = "GBP"
    let demo: DemoOpener
    let credentials = Credentials()
    /// Nil where there is no home.
    let log: ResultLog?

    var events: EventJSON { EventJSON(catalogue: catalogue) }

    init(_ invocation: Invocation, environment: Environment) throws(Stop) {
        self.invocation = invocation
        self.environment = environment
        time = SystemTime(scale: environment.timeScale)
        paths = Paths(environment: environment)
        log = ResultLog(paths)
        if case .supportBundle = invocation.command {
            // Support wants to see above all what doesn't work.
            configuration = (try? Self.configuration(invocation, paths)) ?? Configuration()
        } else {
            configuration = try Self.configuration(invocation, paths)
        }
        catalogue = Self.catalogue(invocation, configuration, paths, environment)
        demo = DemoOpener(
            pace: configuration.demoIsInstant || invocation.json ? .instant : .human,
            currency: Currency(alpha: Self.trainingCurrency) ?? Money.nothing.currency)
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
        let language = language(invocation, configuration, environment)
        return catalogue(language, share: paths.share(invocation.shareDirectory))
    }

    /// The language that is asked for, whether its words are there or not.
    var wantedLanguage: Language { Self.language(invocation, configuration, environment) }

    private static func language(
        _ invocation: Invocation, _ configuration: Configuration, _ environment: Environment
    ) -> Language {
        let names = ["TILL_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"]
        return Language.chosen(
            option: invocation.locale ?? (environment["TILL_LOCALE"] == nil ? configuration.locale : nil),
            environment: names.map { environment[$0] })
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

// MARK: The engine

extension Workplace {
    func ports(_ links: any LinkOpener, _ journal: any Journal) throws(Stop) -> EnginePorts {
        EnginePorts(
            links: links, hosts: CurlHostConnector(caFile: caFile, pins: try pins()), journal: journal, time: time,
            random: try random(), http: try http())
    }

    /// The way to the acquirer's cloud; that of the demo readers is inside this process.
    func http() throws(Stop) -> any HTTPSender {
        DemoCloud(demo, else: CurlHTTPSender(caFile: caFile, pins: try pins()))
    }

    func random() throws(Stop) -> SystemRandom {
        do { return try SystemRandom() } catch { throw Stop(.unsafe, "no-randomness") }
    }

    func settings(
        _ secret: @escaping @Sendable (String) -> Secret?, training: Bool, checksPINs: Bool, cloud: CloudAccess? = nil,
        merchant: MerchantAccess? = nil
    ) -> EngineSettings {
        let (policy, isRehearsal) = (hostPolicy(), environment.isRehearsal)
        var settings = EngineSettings(
            secret: secret, identity: Self.identity, training: training,
            checkPIN: checksPINs ? credentials.checkPIN : nil, cloud: cloud
        ) { host, readerIsBluetooth in
            policy.decide(host, readerIsBluetooth: readerIsBluetooth, training: training || isRehearsal)
        }
        settings.logLevel = logLevel
        settings.merchant = merchant
        return settings
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
    /// - Parameter held: the journal that this till has written to so far, of the other kind of money.
    func journal(training: Bool, after held: SQLiteJournal? = nil) throws(Stop) -> SQLiteJournal {
        let directory = try dataDirectory()
        do throws(JournalFault) {
            if let held { return try directory.openJournal(training: training, after: held) }
            return try directory.openJournal(training: training, since: time.wallTime())
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// The journal of a till that can also do without selling; nil where another till sells with it.
    func journalUnlessTaken(training: Bool) throws(Stop) -> SQLiteJournal? {
        let directory = try dataDirectory()
        do throws(JournalFault) {
            return try directory.openJournal(training: training, since: time.wallTime())
        } catch .locked {
            return nil
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
    var isTraining: Bool {
        invocation.demoEnvironment || (invocation.reader ?? configuration.reader)?.hasPrefix("demo:") == true
    }
}
