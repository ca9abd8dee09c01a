import Glibc

/// Virtual readers for the till to talk to, as a process of their own.
@main
enum TillSim {
    static let version = "0.1.0"

    static let help = """
        Usage: till-sim reader --listen ADDRESS [OPTION…]

        Runs a virtual card reader. The first line on standard output is the URI to give to till as
        --reader, then comes one line an event. Serves until SIGTERM.

          --listen ADDRESS     pty:, tcp://HOST:PORT (port 0 takes a free one) or unix:///PATH
          --protocol heft      the reader's protocol
          --scenario NAME      \(ReaderOptions.scenarios)
          --quirks LIST        \(ReaderOptions.quirks)
          --pace NAME          \(ReaderOptions.paces)
          --seed N             GUIDs, challenges and codes follow from it; a random one without
          --faults PLAN        such as cut-out=120,flip-in=7,lost-answers=1 (cut, flip, drop, double;
                               in and out of the reader; after so many bytes)
          --secret-file FILE   the shared secret as 64 hexadecimal digits; the development value without
          --signature-timeout S  seconds a signature may take; 90 without
          --acquirer HOST:PORT what the reader asks the till to connect it to; one of its own without
          --ledger FILE        the own acquirer's decisions, one JSON object a line
          --help, --version

        """

    static func main() {
        // Blocked before any thread exists, so that none of them takes it.
        let stop = StopSignal()
        do throws(UsageError) {
            exit(try run(Array(CommandLine.arguments.dropFirst()), until: stop))
        } catch {
            Lines.complain(error.text)
            exit(2)
        }
    }

    private static func run(_ arguments: [String], until stop: StopSignal) throws(UsageError) -> Int32 {
        var parsed = try Arguments(arguments)
        if parsed.takeFlag("help") {
            Lines.write(help)
            return 0
        }
        if parsed.takeFlag("version") {
            Lines.write("till-sim \(version)\n")
            return 0
        }
        switch parsed.takeWord() {
        case "reader": return try ReaderCommand(ReaderOptions(&parsed)).run(until: stop)
        case "gateway": throw UsageError("gateway: not delivered yet")
        case let word?: throw UsageError("\(word): no such command; try till-sim --help")
        case nil: throw UsageError("a command is missing; try till-sim --help")
        }
    }
}

/// What is wrong with the command line, in one line.
struct UsageError: Error {
    let text: String
    init(_ text: String) { self.text = text }
}
