import Console
import Localization
import Screen
import TestKit
import Testing

/// The README shows what the program draws.
@Suite("the README is true")
struct ReadmeTests {
    private let readme = Repository.text("README.md")

    @Test("its screen is the sale screen")
    func screen() throws {
        let grid = try Scene.sale.driver(.en, Size(width: 80, height: 24)).grid
        let drawn = (0..<grid.size.height).map(grid.line).joined(separator: "\n")
        #expect(readme.contains("```\n\(drawn)\n```\n"))
    }

    @Test("its key table is the keymap")
    func keys() {
        let rows = ConsoleKeymap.standard.bindings.map(row)
        let table = readme.split(separator: "\n").drop { $0 != "| Where | Keys | What they do |" }
            .dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(table.map(String.init) == rows)
    }

    private func row(_ binding: ConsoleKeymap.Map.Binding) -> String {
        let page = binding.page.map { Catalogue.english.text("console.page.\($0.rawValue)") } ?? "everywhere"
        let keys = binding.keys.map { "`\(name($0))`" }.joined(separator: " ")
        return "| \(page) | \(keys) | \(Catalogue.english.text(binding.label)) |"
    }

    private func name(_ key: Key) -> String {
        if let (name, arguments) = key.nameKey { return Catalogue.english.text(name, arguments) }
        guard case .character(let character) = key else { return "" }
        return String(character)
    }
}
