import CommandLine
import Glibc
import Localization

/// Virtual readers and a sandbox gateway for the till to talk to, as a process of their own. What it says is in
/// English: it is a tool of those who build and try tills.
@main
enum TillSim {
    static let version = "0.1.0"

    static func main() {
        // Blocked before any thread exists, so that none of them takes it.
        let stop = StopSignal()
        exit(run(Array(Swift.CommandLine.arguments.dropFirst()), until: stop))
    }

    /// - Returns: the exit status.
    private static func run(_ arguments: [String], until stop: StopSignal) -> Int32 {
        do throws(UsageError) {
            let parsed = try CommandTable.simulator.parse(arguments)
            if parsed.has("help") { return say(CommandTable.simulator.help(parsed.name, .english)) }
            if parsed.has("version") { return say("till-sim \(version)\n") }
            return parsed.name == "gateway"
                ? serve(GatewayCommand(options: try GatewayOptions(parsed)).run, until: stop)
                : serve(ReaderCommand(options: try ReaderOptions(parsed)).run, until: stop)
        } catch {
            Lines.complain(error.text(.english))
            return 2
        }
    }

    private static func serve(
        _ run: (StopSignal) throws(StartFault) -> Void, until stop: StopSignal
    ) -> Int32 {
        do throws(StartFault) {
            try run(stop)
            return 0
        } catch {
            Lines.complain(error.text)
            return error.status
        }
    }

    private static func say(_ text: String) -> Int32 {
        Lines.write(text)
        return 0
    }
}
