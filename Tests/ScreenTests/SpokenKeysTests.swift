import Localization
import TestKit
import Testing

/// Nobody sees a key instead of a sentence: what the sources ask for, every language has.
@Suite("what the sources say is in the locale files")
struct SpokenKeysTests {
    /// The stable codes, as scripts and the manual know them.
    private let codes = Set(Repository.lines("Tests/ScreenTests/Golden/error-codes.txt"))

    @Test("every error code of the sources is in the list")
    func listed() {
        let made = #/(?:Stop|TillFault|self\.init|\.say|\.misused)\((?:\.\w+, )?"([a-z-]+)"/#
        let named = #/case \.[^:\n]+: "([a-z]+-[a-z-]+)"/#
        let links = Repository.finds(#/\.\w+: "([a-z-]+)"/#, under: "Sources/Engine").map { "link-" + $0 }
        let found = Repository.finds(made, under: "Sources/till", "Sources/Checkout", "Sources/Engine")
            .union(
                Repository.finds(
                    named, under: "Sources/till", "Sources/Readers", "Sources/Gateways", "Sources/Payments")
            )
            .union(links).union(["link-other"])
        #expect(found.subtracting(codes).sorted() == [])
        #expect(codes.subtracting(found).sorted() == [])
    }

    @Test("every error code has words of its own", arguments: Language.allCases)
    func worded(_ language: Language) throws {
        let texts = try Catalogue.fromRepository(language).texts
        #expect(codes.map(key).filter { texts["\($0).text"] == nil }.sorted() == [])
    }

    @Test("no words stand there for a code that nothing makes")
    func used() {
        let errors = Catalogue.english.texts.keys.filter { $0.hasPrefix("error.") && $0.hasSuffix(".text") }
        let others: Set = ["error.other", "error.notDelivered"]
        #expect(Set(errors.map { String($0.dropLast(5)) }).subtracting(codes.map(key)).subtracting(others).isEmpty)
    }

    @Test("every text that the sources ask for is there")
    func asked() {
        let ask = #/(?:[\w\)]\.|[ \(\[])(?:text|plural)\(\s*(?:ifPresent: )?"([^"\\]+)/#
        let found = Repository.finds(
            ask, under: "Sources/till", "Sources/Console", "Sources/CommandLine", "Sources/Receipts",
            "Sources/Localization")
        #expect(found.count > 60)
        #expect(found.filter { !isThere($0) }.sorted() == [])
    }

    @Test("every label of a key is there")
    func labels() {
        let found = Repository.finds(#/"(key\.\w+)"/#, under: "Sources/Console")
        #expect(found.filter { Catalogue.english.text(ifPresent: $0) == nil }.sorted() == [])
    }

    @Test("what a reader says of itself has names")
    func details() {
        let found = Repository.finds(#/\("(\w+)", [^\n]*details\./#, under: "Sources/till")
        #expect(found.count == 13)
        #expect(found.filter { Catalogue.english.text(ifPresent: "reader.detail.\($0)") == nil }.sorted() == [])
    }

    /// A whole key, the beginning of keys, or a key of a page or a question, whose views add the rest.
    private func isThere(_ asked: String) -> Bool {
        let texts = Catalogue.english.texts
        return ["", "page.", "question."].map { $0 + asked }.contains { key in
            texts[key] != nil || texts[key + ".other"] != nil
                || key.hasSuffix(".") && texts.keys.contains { $0.hasPrefix(key) }
        }
    }

    /// Codes have hyphens, keys have humps.
    private func key(_ code: String) -> String {
        let parts = code.split(separator: "-")
        return parts.dropFirst().reduce("error." + (parts.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
