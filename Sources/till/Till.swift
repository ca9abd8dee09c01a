import CPosix
import CommandLine
import Engine
import Gateways
import Glibc
import Localization
import Terminal

/// The program: reads the command line, does one thing, ends with the status of that.
@main
enum Till {
    static func main() {
        let signals = SignalInbox()
        guard cposix_forbid_dumps() == 0 || Environment.process.isDevelopment else {
            let stop = Stop(.unsafe, "core-dumps")
            Output.message(early(.process).error(stop.code).text)
            exit(stop.status.rawValue)
        }
        exit(run(Array(Swift.CommandLine.arguments.dropFirst()), .process, signals).rawValue)
    }

    static func run(_ arguments: [String], _ environment: Environment, _ signals: SignalInbox) -> ExitStatus {
        let parsed: ParsedCommand
        do throws(UsageError) {
            parsed = try CommandTable.till.parse(arguments)
        } catch {
            Output.message(error.text(early(environment)))
            return .usage
        }
        guard !parsed.has("version") else { return version() }
        guard !parsed.has("help"), parsed.name != "help" else { return help(parsed, environment) }
        return run(parsed, environment, signals)
    }

    private static func run(
        _ parsed: ParsedCommand, _ environment: Environment, _ signals: SignalInbox
    ) -> ExitStatus {
        let invocation = Invocation(parsed)
        do throws(Stop) {
            let place = try Workplace(invocation, environment: environment)
            watchCrashes(place)
            do throws(Stop) {
                return try perform(invocation.command, place, environment, signals)
            } catch {
                Teller.stop(error, place)
                return error.status
            }
        } catch {
            Output.message(early(environment).error(error.code, error.arguments).text)
            return error.status
        }
    }

    private static func perform(
        _ command: Invocation.Command, _ place: Workplace, _ environment: Environment, _ signals: SignalInbox
    ) throws(Stop) -> ExitStatus {
        switch command {
        case .console(let demo):
            if !demo { try Safety.check(environment) }
            return try ConsoleCommand(place: place, environment: environment, signals: signals, isDemo: demo).run()
        case .payment(let options):
            try Safety.check(environment)
            if environment.isDevelopment { Teller.note("development", place) }
            try place.unlock(signals)
            return try PaymentCommand(place: place, options: options, signals: signals).run()
        case .readers(let options): try ReadersCommand(place: place, signals: signals, options: options).run()
        case .pair(let address, let yes, let seconds):
            return try PairCommand(place: place, signals: signals, address: address, yes: yes)
                .pair(within: .seconds(seconds))
        case .unpair(let address):
            return try PairCommand(place: place, signals: signals, address: address, yes: true).unpair()
        case .info:
            try place.unlock(signals)
            return try InfoCommand(place: place, signals: signals).run()
        case .pending, .service, .clock, .log:
            try place.unlock(signals)
            return try ServiceCommand(place: place, signals: signals, task: ReaderTask(command)).run()
        case .cancel: return try CancelCommand(place: place).run()
        case .history(let limit, let query): try HistoryCommand(place: place).list(limit: limit, query: query)
        case .show(let id): try HistoryCommand(place: place).show(id)
        case .receipt(let id, let copy, let format, let width):
            try HistoryCommand(place: place).receipt(id, copy: copy, format: format, width: width)
        case .export(let from, let to): try ExportCommand(place: place, from: from, to: to).run()
        case .decode(let hex, let wire): return try DecodeCommand(place: place).run(hex, wire)
        case .doctor: return try DoctorCommand(place: place, gateways: place.invocation.gateways).run()
        case .certify: return CertifyCommand(place: place).run()
        case .resolve(let id, let decision):
            try Safety.check(environment)
            try place.unlock(signals)
            return try ResolveCommand(place: place, signals: signals, id: id, decision: decision).run()
        case .tip(let id, let amount, let oldService):
            try prepare(place, environment, signals)
            return try TipCommand(
                place: place, signals: signals, id: id, amount: amount, usesOldService: oldService
            ).run()
        case .order(let options, let tokenFile):
            try prepare(place, environment, signals)
            return try CloudOrderCommand(place: place, signals: signals, options: options, tokenFile: tokenFile).run()
        case .misused(let code): throw Stop(.usage, code)
        case .batch(let action, let options):
            try prepare(place, environment, signals)
            return try BatchCommand(place: place, signals: signals, action: action, options: options).run()
        case .token(let id, let shows):
            try prepare(place, environment, signals)
            return try TokenCommand(place: place, signals: signals, id: id, shows: shows).run()
        case .status(let id):
            try prepare(place, environment, signals)
            return try StatusCommand(place: place, id: id).run()
        case .journal(let action): return try JournalCommand(place: place).run(action)
        case .supportBundle(let file, let includes, let yes):
            try SupportBundleCommand(place: place, file: file, includes: includes, yes: yes, signals: signals).run()
        case .account(let action, let options):
            try Safety.check(environment)
            try AccountCommand(place: place, signals: signals, action: action, options: options).run()
        case .tms(let type, let serialNumber):
            try Safety.check(environment)
            guard let update = TMSUpdate(rawValue: type.uppercased()) else { throw Stop(.usage, "tms-type") }
            try TMSCommand(place: place, signals: signals, update: update, serialNumber: serialNumber).run()
        case .vault(let action, let name):
            let file = CredentialFile(place: place, signals: signals)
            try VaultCommand(file, action: action, name: name).run()
        case .operators(let action, let name):
            try OperatorCommand(place: place, signals: signals, action: action, name: name).run()
        }
        return .done
    }

    /// Before anything that moves money or asks the cloud for it.
    private static func prepare(
        _ place: Workplace, _ environment: Environment, _ signals: SignalInbox
    ) throws(Stop) {
        try Safety.check(environment)
        if environment.isDevelopment { Teller.note("development", place) }
        try place.unlock(signals)
    }

    /// Says where the report of the last run's crash is, and reports one of this run.
    private static func watchCrashes(_ place: Workplace) {
        guard let crashes = CrashReports(place.paths) else { return }
        crashes.watch()
        guard let report = crashes.finish() else { return }
        Output.message(place.catalogue.text("crash.found", ["file": report]))
    }

    private static func version() -> ExitStatus {
        Output.line("till \(Version.number) \(Version.build)")
        return .done
    }

    private static func help(_ parsed: ParsedCommand, _ environment: Environment) -> ExitStatus {
        let name = parsed.name == "help" ? parsed.positionals.first : parsed.name
        let catalogue = early(environment, option: parsed["locale"], share: parsed["share-dir"])
        if let name, CommandTable.till.command(name)?.delivered != true {
            let error: UsageError =
                CommandTable.till.command(name) == nil
                ? .unknownCommand(name, suggestion: nil) : .notDelivered(name)
            Output.message(error.text(catalogue))
            return .usage
        }
        Output.line(CommandTable.till.help(name, catalogue).trimmedEnd)
        return .done
    }

    /// The words before the configuration is read.
    private static func early(
        _ environment: Environment, option: String? = nil, share: String? = nil
    ) -> Catalogue {
        let names = ["TILL_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"]
        let language = Language.chosen(option: option, environment: names.map { environment[$0] })
        return Workplace.catalogue(language, share: Paths(environment: environment).share(share))
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
