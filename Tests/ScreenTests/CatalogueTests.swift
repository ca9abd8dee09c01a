import Localization
import Payments
import TestKit
import Testing
import Time

@Suite("texts, numbers and dates follow the language")
struct CatalogueTests {
    private func catalogue(_ language: Language, _ yaml: String) throws -> Catalogue {
        try Catalogue(language, yaml: Array(yaml.utf8), file: "test.yaml")
    }

    @Test("placeholders are filled, unknown ones stay, and a value is not filled again")
    func placeholders() throws {
        let table = try catalogue(.fr, "a: \"{x}, {y} et {z\"")
        #expect(table.text("a", ["x": "{y}", "y": "2"]) == "{y}, 2 et {z")
        #expect(table.text("a", ["q": ""]) == "{x}, {y} et {z")
    }

    @Test("a missing key is answered in English, one that exists nowhere by itself")
    func floor() throws {
        let table = try catalogue(.fr, "key:\n  help: Aide")
        #expect(table.text("key.help") == "Aide")
        #expect(table.text("key.readers") == "Readers")
        #expect(table.text("no.such") == "no.such")
        #expect(table.plural("format.seconds", 1) == "1 second")
    }

    @Test(
        "plural forms are CLDR's",
        arguments: [
            (Language.en, 0, PluralForm.other), (.en, 1, .one), (.en, 1_000_000, .other), (.fr, 0, .one),
            (.fr, 1, .one),
            (.fr, 2, .other), (.fr, 2_000_000, .many), (.it, 0, .other), (.it, 1_000_000, .many), (.es, 1, .one),
            (.es, 1_000_001, .other),
        ])
    func plurals(_ language: Language, _ count: Int, _ form: PluralForm) {
        #expect(language.pluralForm(of: count) == form)
    }

    @Test("a counted text takes its form and its grouped number")
    func counted() throws {
        #expect(try Catalogue.fromRepository(.fr).plural("format.seconds", 0) == "0 seconde")
        #expect(try Catalogue.fromRepository(.it).plural("format.seconds", 1_000_000) == "1.000.000 di secondi")
    }

    @Test(
        "money is written as people of the language write it",
        arguments: [
            (Language.en, 1250, "€12.50"), (.fr, 1250, "12,50\u{A0}€"), (.it, 1250, "12,50\u{A0}€"),
            (.es, 123_450, "1234,50\u{A0}€"), (.it, 1_234_550, "12.345,50\u{A0}€"), (.en, 123_456_750, "€1,234,567.50"),
            (.fr, 123_456_750, "1\u{202F}234\u{202F}567,50\u{A0}€"), (.fr, -5, "-0,05\u{A0}€"), (.en, -1250, "-€12.50"),
        ])
    func money(_ language: Language, _ minorUnits: Int64, _ wanted: String) throws {
        let euro = try #require(Currency(alpha: "EUR"))
        let table = try Catalogue.fromRepository(language)
        #expect(table.money(Money(minorUnits: minorUnits, currency: euro)) == wanted)
    }

    @Test("money keeps the decimals of its currency")
    func exponents() throws {
        let yen = try #require(Currency(alpha: "JPY"))
        let dinar = try #require(Currency(alpha: "KWD"))
        #expect(Catalogue.english.money(Money(minorUnits: 1250, currency: yen)) == "JPY\u{A0}1,250")
        #expect(Catalogue.english.amount(Money(minorUnits: 1250, currency: dinar)) == "1.250")
        #expect(Catalogue.english.amount(Money(minorUnits: 5, currency: dinar)) == "0.005")
    }

    @Test("money with its code shows the ISO letters")
    func code() throws {
        let euro = try #require(Currency(alpha: "EUR"))
        let amount = Money(minorUnits: 1250, currency: euro)
        #expect(Catalogue.english.moneyWithCode(amount) == "EUR\u{A0}12.50")
        #expect(try Catalogue.fromRepository(.es).moneyWithCode(amount) == "12,50\u{A0}EUR")
    }

    @Test("dates and times follow the language")
    func dates() throws {
        let moment = CivilTime(year: 2026, month: 3, day: 7, hour: 9, minute: 5, second: 0)
        #expect(Catalogue.english.dateTime(moment) == "07 Mar 2026, 09:05:00")
        #expect(try Catalogue.fromRepository(.fr).dateTime(moment) == "07/03/2026 09:05:00")
    }

    @Test(
        "the language comes from option, TILL_LOCALE, then the system's variables",
        arguments: [
            ("it", ["fr", "es", nil, nil], Language.it), (nil, ["FR", "es_ES.UTF-8", nil, nil], .fr),
            (nil, [nil, "C", nil, "fr_FR"], .en), (nil, [nil, "", "es-MX", "fr_FR"], .es),
            (nil, ["xx", nil, nil, "fr@euro"], .fr),
            (nil, [nil, nil, nil, nil], .en), (nil, [], .en),
        ] as [(String?, [String?], Language)])
    func chosen(_ option: String?, _ environment: [String?], _ language: Language) {
        #expect(Language.chosen(option: option, environment: environment) == language)
    }

    @Test("every outcome and every listed status has its words", arguments: Language.allCases)
    func words(_ language: Language) throws {
        let table = try Catalogue.fromRepository(language)
        for outcome in Outcome.allCases {
            let words = table.words(for: outcome)
            #expect(![words.word, words.sentence, words.next].contains { $0.hasPrefix("outcome.") })
        }
        for code in Array(0x0001...0x003E) + [0x0040, 0x0041, 0x9999] as [UInt16] {
            #expect(!table.status(code).contains("0x"), "\(code)")
        }
        #expect(table.status(0x0BAD).contains("0x0BAD"))
    }
}
