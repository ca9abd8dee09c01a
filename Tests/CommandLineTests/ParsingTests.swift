import CommandLine
import Testing

@Suite("command lines are understood")
struct ParsingTests {
    private func till(_ line: String...) throws(UsageError) -> ParsedCommand { try CommandTable.till.parse(line) }

    @Test("no command at all opens the console, with or without options")
    func bare() throws {
        #expect(try till().name == nil)
        let parsed = try till("--locale=fr", "--no-mouse")
        #expect(parsed.name == nil && parsed["locale"] == "fr" && parsed.has("no-mouse"))
    }

    @Test("options stand before or after the command, with a space or an equals sign")
    func places() throws {
        let parsed = try till(
            "--json", "sale", "--reader", "demo:default", "10,50", "EUR", "--locale=it", "--reference=a=b")
        #expect(parsed.name == "sale" && parsed.positionals == ["10,50", "EUR"] && parsed.flags == ["json"])
        #expect(parsed["reader"] == "demo:default" && parsed["locale"] == "it" && parsed["reference"] == "a=b")
    }

    @Test("two dashes end the options; what looks like a number is a word")
    func dashes() throws {
        #expect(try till("sale", "--", "--5", "EUR").positionals == ["--5", "EUR"])
        #expect(try till("sale", "-5", "EUR").positionals == ["-5", "EUR"])
        #expect(try till("decode", "--protocol", "heft", "-").positionals == ["-"])
        #expect(try till("decode", "--protocol", "heft").positionals == [])
        #expect(try till("decode", "--protocol", "datecs")["protocol"] == "datecs")
    }

    @Test("minor units stand in for the amount")
    func minor() throws {
        let parsed = try till("sale", "--minor", "1050", "EUR")
        #expect(parsed["minor"] == "1050" && parsed.positionals == ["EUR"])
        #expect(throws: UsageError.extraArgument("EUR")) { try till("sale", "--minor", "1050", "1", "EUR") }
    }

    @Test("help and version need nothing else")
    func help() throws {
        #expect(try till("sale", "--help").has("help"))
        #expect(try till("--version").has("version"))
        #expect(try CommandTable.simulator.parse(["--help"]).has("help"))
    }

    @Test(
        "what is wrong is named",
        arguments: [
            (["sail"], UsageError.unknownCommand("sail", suggestion: "sale")),
            (["frobnicate"], .unknownCommand("frobnicate", suggestion: nil)),
            (["--jsno"], .unknownOption("--jsno", suggestion: "--json")),
            (["-x"], .unknownOption("-x", suggestion: nil)),
            (["info", "--signature", "ask"], .unknownOption("--signature", suggestion: nil)),
            (["sale", "1", "EUR", "--reader"], .missingValue(option: "reader")),
            (["sale", "1", "EUR", "--reader="], .missingValue(option: "reader")),
            (["--json=1"], .unexpectedValue(option: "json")),
            (["--theme", "a", "--theme", "b"], .repeated(option: "theme")),
            (["--locale", "de"], .badChoice(option: "locale", value: "de", choices: ["en", "fr", "it", "es"])),
            (["readers", "--timeout", "0"], .badNumber(option: "timeout", range: 1...3600)),
            (["readers", "--timeout", "99999999999999999999"], .badNumber(option: "timeout", range: 1...3600)),
            (["sale"], .missingArgument("amount")),
            (["sale", "1"], .missingArgument("currency")),
            (["sale", "1", "EUR", "x"], .extraArgument("x")),
            (["decode", "00"], .missingOption("protocol")),
            (["lessons"], .notDelivered("lessons")),
            (["receipt", "1", "--print"], .notDelivered("--print")),
            (["history", "--environment", "stage"], .notDelivered("--environment stage")),
            (["decode", "--protocol=emv", "00"], .notDelivered("--protocol emv")),
        ])
    func wrong(_ line: [String], _ error: UsageError) {
        #expect(throws: error) { try CommandTable.till.parse(line) }
    }

    @Test("the simulator needs a command")
    func simulator() throws {
        #expect(throws: UsageError.missingCommand) { try CommandTable.simulator.parse([]) }
        let parsed = try CommandTable.simulator.parse(["reader", "--protocol", "heft", "--listen", "pty:", "--seed=7"])
        #expect(parsed["listen"] == "pty:" && parsed["seed"] == "7")
    }

    @Test("options of one name take a value in every command of a table, or in none")
    func alike() {
        for table in [CommandTable.till, .simulator] {
            let all = table.options + table.commands.flatMap(\.options)
            for option in all {
                let others = all.filter { $0.name == option.name }
                #expect(others.allSatisfy { ($0.value == .none) == (option.value == .none) }, "\(option.name)")
            }
        }
    }

    @Test("which values suit an option is the command's to say")
    func choices() throws {
        #expect(try CommandTable.till.parse(["export", "--format", "json"])["format"] == "json")
        #expect(try CommandTable.till.parse(["--format", "html", "receipt", "1"])["format"] == "html")
        for line in [["receipt", "1", "--format", "json"], ["export", "--format", "html"]] {
            #expect(throws: UsageError.self) { try CommandTable.till.parse(line) }
        }
    }
}
