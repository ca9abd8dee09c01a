public import Localization

/// Compares a language's table with the English one. Every check returns complaints; none is good.
public struct CatalogueCheck {
    private let english: Catalogue
    private let other: Catalogue

    public init(_ other: Catalogue, against english: Catalogue = .english) {
        self.other = other
        self.english = english
    }

    /// Keys that one of the two lacks. A plural form that only the other language has is right.
    public var differingKeys: [String] {
        let ours = Set(english.texts.keys)
        let theirs = Set(other.texts.keys.filter { !$0.hasSuffix(".many") })
        return ours.subtracting(theirs).map { "missing \($0)" }.sorted()
            + theirs.subtracting(ours).map { "not in English \($0)" }.sorted()
    }

    /// Texts whose placeholders are not the English ones.
    public var differingPlaceholders: [String] {
        other.texts.keys.sorted().filter { key in
            let model = english.texts[key] ?? english.texts[key.replacing(".many", with: ".other")] ?? ""
            return placeholders(other.texts[key] ?? "") != placeholders(model)
        }
    }

    /// Counted texts without one of the language's plural forms.
    public var missingPluralForms: [String] {
        let counted = english.texts.keys.filter {
            $0.hasSuffix(".other") && english.texts[$0]?.contains("{count}") == true
        }
        return counted.map { $0.dropLast(6) }.flatMap { stem in
            other.language.pluralForms.map { "\(stem).\($0.rawValue)" }.filter { other.texts[$0] == nil }
        }.sorted()
    }

    /// Texts with words in them that are the English ones, as `LANGUAGE KEY`. Each needs somebody's blessing.
    public var sameAsEnglish: [String] {
        other.texts.keys.sorted().filter { key in
            guard let text = other.texts[key], text == english.texts[key] else { return false }
            return withoutPlaceholders(text).contains { $0.isLetter }
        }.map { "\(other.language.rawValue) \($0)" }
    }

    /// French texts in which a plain space, or none, stands where a no-break space belongs.
    public var wrongSpacing: [String] {
        guard other.language == .fr else { return [] }
        return other.texts.keys.sorted().filter { key in
            let text = other.texts[key] ?? ""
            return [" :", " ;", " !", " ?", " »", "« "].contains { text.contains($0) }
                || zip(text, text.dropFirst()).contains { ($1 == ";" || $1 == "»") && $0 != "\u{A0}" }
                || zip(text, text.dropFirst()).contains { $0 == "«" && $1 != "\u{A0}" }
        }
    }

    private func placeholders(_ text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "}").first.map(String.init)
        }.sorted()
    }

    private func withoutPlaceholders(_ text: String) -> String {
        text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? part : part.split(separator: "}", omittingEmptySubsequences: false).dropFirst().joined()[...]
        }.joined()
    }
}

extension Catalogue {
    /// The table of a language as it stands in `Locales/`.
    public static func fromRepository(_ language: Language) throws -> Catalogue {
        let path = "Locales/\(language.rawValue).yaml"
        return try Catalogue(language, yaml: Repository.bytes(path), file: path)
    }
}
