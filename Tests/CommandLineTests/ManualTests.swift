import CommandLine
import TestKit
import Testing

@Suite("the manual page names what there is")
struct ManualTests {
    /// The page with its dashes as people type them.
    private let page = Repository.text("Packaging/till.1").replacing("\\-", with: "-")

    @Test("every delivered option stands in it")
    func options() {
        let table = CommandTable.till
        let all = table.options + table.commands.filter(\.delivered).flatMap(\.options)
        #expect(all.filter { $0.delivered && !has("--" + $0.name) }.map(\.name) == [])
    }

    @Test("every delivered command stands in it")
    func commands() {
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".B") }
            .compactMap { $0.split { " \"".contains($0) }.dropFirst().first.map(String.init) }
        #expect(CommandTable.till.commands.filter { $0.delivered && !headings.contains($0.name) }.map(\.name) == [])
    }

    @Test("nothing stands in it that is not available yet")
    func nothingElse() {
        let table = CommandTable.till
        let all = table.options + table.commands.flatMap(\.options)
        #expect(all.filter { !$0.delivered && has("--" + $0.name) }.map(\.name) == [])
    }

    /// The whole word, not the beginning of a longer one.
    private func has(_ word: String) -> Bool {
        page.ranges(of: word).contains { range in
            range.upperBound == page.endIndex || !(page[range.upperBound].isLetter || page[range.upperBound] == "-")
        }
    }
}
