import Settings
import TestKit
import Testing

@testable import Localization

@Suite("locale files in their plain form")
struct PlainTableTests {
    @Test("are read as the YAML parser reads them", arguments: Language.allCases)
    func same(language: Language) throws {
        let yaml = Repository.bytes("Locales/\(language.rawValue).yaml")
        let texts = try #require(PlainTable.texts(yaml))
        #expect(texts.count > 500)
        #expect(try texts == Catalogue.parsed(yaml, file: "x"))
    }

    @Test("nesting, comments and empty lines")
    func form() {
        let table = PlainTable.texts(
            Array("# words\n\na:\n  b: \"1: x #\"\n  c-d:\n    e_2: \"\"\nf: \"é\"\n\"1\": \"x\"".utf8))
        #expect(table == ["a.b": "1: x #", "a.c-d.e_2": "", "f": "é", "1": "x"])
    }

    @Test(
        "anything else is left to the parser",
        arguments: [
            "a: b", "a: 'b'", "a: \"b\\n\"", "a: \"b\" # c", "a: \"b\"\na: \"c\"", " a: \"b\"", "a:\n    b: \"c\"",
            "- \"a\"", "\"a: \"b\"", "\"\": \"b\"", "a: |", "a: \"b", "a: \"", "a:  \"b\"", ": \"b\"", "a b: \"c\"",
            "a: \"b\"c\"",
            "a: \"b\"\n  c: \"d\"", "\u{FEFF}a: \"b\"", "a: \"b\"\r\n",
        ])
    func other(text: String) { #expect(PlainTable.texts(Array(text.utf8)) == nil) }

    @Test("any bytes are taken without harm")
    func anything() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let bytes = random.bytes(upTo: 60).map { $0 % 3 == 0 ? UInt8(ascii: ":") : $0 % 5 == 0 ? 0x0A : $0 }
            _ = PlainTable.texts(bytes)
        }
        #expect(PlainTable.texts([]) == [:])
    }
}
