import Localization
import TestKit
import Testing

@Suite("the four locale files say the same")
struct LocaleFileTests {
    @Test("the compiled-in English table is the file's")
    func embedded() throws {
        #expect(try Catalogue.fromRepository(.en).texts == Catalogue.english.texts)
        #expect(!Catalogue.english.texts.isEmpty)
    }

    @Test("every language has the same keys", arguments: Language.allCases)
    func keys(_ language: Language) throws {
        #expect(try CatalogueCheck(.fromRepository(language)).differingKeys == [])
    }

    @Test("every language fills in the same placeholders", arguments: Language.allCases)
    func placeholders(_ language: Language) throws {
        #expect(try CatalogueCheck(.fromRepository(language)).differingPlaceholders == [])
    }

    @Test("every counted text has every plural form", arguments: Language.allCases)
    func plurals(_ language: Language) throws {
        #expect(try CatalogueCheck(.fromRepository(language)).missingPluralForms == [])
    }

    @Test("French keeps its no-break spaces")
    func spacing() throws {
        #expect(try CatalogueCheck(.fromRepository(.fr)).wrongSpacing == [])
    }

    @Test("what is the same in English has been looked at")
    func same() throws {
        let found = try [Language.fr, .it, .es].flatMap { try CatalogueCheck(.fromRepository($0)).sameAsEnglish }
        let reviewed = Repository.lines("Tests/ScreenTests/Golden/same-in-english.txt")
        #expect(Set(found).subtracting(reviewed).sorted() == [])
        #expect(Set(reviewed).subtracting(found).sorted() == [])
    }

    @Test("no text is empty or holds what no terminal should show", arguments: Language.allCases)
    func clean(_ language: Language) throws {
        for (key, text) in try Catalogue.fromRepository(language).texts {
            #expect(!text.isEmpty && text.allSatisfy { !$0.isNewline }, "\(key)")
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format }, "\(key)")
        }
    }

    @Test("a missing key, a wrong placeholder, a missing form and a lost space are noticed")
    func noticed() throws {
        let yaml = "a: \"{x} : y\"\nn:\n  one: \"{count}\"\n  other: \"{count} s\"\nb: \"b\""
        let english = try Catalogue(.en, yaml: Array(yaml.utf8), file: "en")
        let french = try Catalogue(.fr, yaml: Array("a: \"{z} : y\"\nn:\n  one: \"{count}\"\nc: c".utf8), file: "fr")
        let check = CatalogueCheck(french, against: english)
        #expect(check.differingKeys == ["missing b", "missing n.other", "not in English c"])
        #expect(check.differingPlaceholders == ["a"])
        #expect(check.missingPluralForms == ["n.many", "n.other"])
        #expect(check.wrongSpacing == ["a"])
    }
}
