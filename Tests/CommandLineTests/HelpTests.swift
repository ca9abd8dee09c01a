import CommandLine
import Localization
import TestKit
import Testing
import Text

@Suite("help comes from the table, in four languages")
struct HelpTests {
    private let tables = [CommandTable.till, .simulator]

    @Test("everything that is there is explained in every language", arguments: Language.allCases)
    func complete(_ language: Language) throws {
        let catalogue = try Catalogue.fromRepository(language)
        for table in tables {
            for name in [nil] + table.commands.filter(\.delivered).map({ Optional($0.name) }) {
                #expect(!table.help(name, catalogue).contains("cli."), "\(name ?? "all")")
            }
        }
    }

    @Test("help names what is delivered and nothing else")
    func delivered() {
        let help = CommandTable.till.help(nil, .english)
        #expect(help.contains("sale") && help.contains("--locale NAME") && !help.contains("lessons"))
        #expect(help.contains("--gateway") && !help.contains("--plain"))
        let sale = CommandTable.till.help("sale", .english)
        #expect(sale.hasPrefix("Usage: till sale [AMOUNT] CURRENCY [--…]\n"))
        #expect(sale.contains("--signature NAME"))
        #expect(!CommandTable.till.help("receipt", .english).contains("--print"))
    }

    @Test("no line is wider than asked for", arguments: [40, 60, 80])
    func width(_ width: Int) throws {
        let catalogue = try Catalogue.fromRepository(.fr)
        for line in CommandTable.till.help("sale", catalogue, width: width).split(separator: "\n") {
            #expect(cellWidth(of: String(line)) <= width, "\(line)")
        }
    }

    @Test("an error is one sentence in the user's language", arguments: Language.allCases)
    func errors(_ language: Language) throws {
        let catalogue = try Catalogue.fromRepository(language)
        let errors: [UsageError] = [
            .unknownCommand("sail", suggestion: "sale"), .unknownOption("--x", suggestion: nil),
            .missingValue(option: "x"),
            .unexpectedValue(option: "x"), .repeated(option: "x"), .badChoice(option: "x", value: "v", choices: ["a"]),
            .badNumber(option: "x", range: 1...2), .missingArgument("amount"), .missingOption("x"), .extraArgument("x"),
            .notDelivered("x"), .missingCommand,
        ]
        for error in errors {
            let text = error.text(catalogue)
            #expect(!text.contains("cli.") && !text.contains("{") && !text.contains("\n"), "\(text)")
        }
    }
}
