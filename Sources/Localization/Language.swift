/// A language that the product speaks.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case en, fr, it, es

    /// Reads a locale name or language tag: `fr`, `fr_FR.UTF-8`, `FR-CA`; nil for any other language.
    public init?(tag: String) {
        let name = tag.lowercased().prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        guard let language = Language(rawValue: String(name)) else { return nil }
        self = language
    }

    /// The language that a user asked for.
    /// - Parameters:
    ///   - option: what stands behind `--locale`.
    ///   - environment: the values of TILL_LOCALE, LC_ALL, LC_MESSAGES and LANG, in this order. TILL_LOCALE counts
    ///     where it names one of ours; of the others the first that is set decides, as POSIX has it.
    /// - Returns: English where nothing says otherwise.
    public static func chosen(option: String?, environment: [String?]) -> Language {
        let ours = [option, environment.first ?? nil].compactMap { $0 }
        if let named = ours.lazy.compactMap(Language.init(tag:)).first { return named }
        let system = environment.dropFirst().compactMap { $0 }.first { !$0.isEmpty }
        return system.flatMap(Language.init(tag:)) ?? .en
    }
}

extension Language {
    /// What stands before the decimals of a number. On input both `.` and `,` are it, in every language.
    public var decimalSeparator: String { self == .en ? "." : "," }

    /// What stands between groups of three digits. Source: CLDR, as ICU writes it for en_GB, fr_FR, it_IT and es_ES.
    public var groupSeparator: String {
        switch self {
        case .en: ","
        case .fr: "\u{202F}"
        case .it, .es: "."
        }
    }

    /// The fewest digits before the decimals that are grouped: Italian and Spanish write `1234,50` but `12.345,50`.
    var fewestGroupedDigits: Int {
        switch self {
        case .en, .fr: 4
        case .it, .es: 5
        }
    }

    /// The plural form for a whole number. Source: CLDR plural rules, cardinal, for integers.
    public func pluralForm(of count: Int) -> PluralForm {
        let million = count != 0 && count % 1_000_000 == 0
        return switch self {
        case .en: count == 1 ? .one : .other
        case .fr: count == 0 || count == 1 ? .one : million ? .many : .other
        case .it, .es: count == 1 ? .one : million ? .many : .other
        }
    }

    /// The plural forms that every counted text has in this language.
    public var pluralForms: [PluralForm] {
        self == .en ? [.one, .other] : [.one, .many, .other]
    }
}

/// The key under which a plural form stands in a locale file.
public enum PluralForm: String, Hashable, Sendable, CaseIterable {
    case one, many, other
}
