import Acquirer
import Localization
import Payments
import Screen
import Simulator

extension Journey {
    /// Reads a file. Whatever it does not know is an error, and so is a journey that looks at nothing.
    init(_ text: String) throws(JourneyError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.split { $0 == " " }.joined(separator: " ")
            guard !words.isEmpty, !words.hasPrefix("#") else { continue }
            try take(words, at: index + 1)
        }
        let looks = steps.contains { if case .see = $0.step { true } else { false } }
        guard looks else { throw JourneyError(line: lines.count, text: "nothing is ever seen") }
    }

    private mutating func take(_ words: String, at line: Int) throws(JourneyError) {
        if steps.isEmpty, try takeSetting(words, at: line) { return }
        guard let step = Step(words) else { throw JourneyError(line: line, text: "“\(words)” means nothing") }
        steps.append((line, step))
    }

    /// How things are at first: `name: value`.
    private mutating func takeSetting(_ words: String, at line: Int) throws(JourneyError) -> Bool {
        let sides = words.split(separator: ": ", maxSplits: 1).map(String.init)
        guard sides.count == 2 else { return false }
        var isRight = true
        func set<Value>(_ value: Value?, _ path: WritableKeyPath<Journey, Value>) {
            if let value { self[keyPath: path] = value } else { isRight = false }
        }
        switch sides[0] {
        case "reader": set(Scenario(rawValue: sides[1]), \.scenario)
        case "pinpad": set(Set<PinpadQuirk>(journey: sides[1]).map { .some($0) }, \.pinpad)
        case "quirk": set(Quirk(rawValue: sides[1]).map { [$0] }, \.quirks)
        case "cloud": hasCloud = sides[1] == "there"
        case "bluetooth": set(JourneyRadio.Mood(rawValue: sides[1]).map { .some($0) }, \.bluetooth)
        case "signing": set(["on the screen": true, "on paper": false][sides[1]], \.hasPad)
        case "pace": set(Pace(rawValue: sides[1]), \.pace)
        case "language": set(Language(rawValue: sides[1]), \.language)
        case "size": set(Size(journey: sides[1]), \.size)
        case "currency": set(Currency(alpha: sides[1]), \.currency)
        case "passphrase": set(.some(sides[1]), \.passphrase)
        case "operators": set(Person.list(sides[1]), \.operators)
        case "locks after": set(Duration(journey: sides[1]).map { .some($0) }, \.lockAfter)
        case "secret": set(["wrong": true, "right": false][sides[1]], \.hasWrongSecret)
        default: return false
        }
        guard isRight else { throw JourneyError(line: line, text: "“\(sides[1])” is no \(sides[0])") }
        return true
    }
}

extension Journey.Step {
    private static let sentences: [String: Self] = [
        "confirm": .confirm, "cut the cable": .cutTheCable, "lose the next answer": .loseTheNextAnswer,
        "restart the till": .restartTheTill, "the till quits": .quits, "the till runs": .runs,
        "the till wakes up": .wakeUp, "another till sells here": .anotherTillSells,
    ]

    init?(_ words: String) {
        if let sentence = Self.sentences[words] {
            self = sentence
            return
        }
        let openings: [(String, (String) -> Self?)] = [
            ("press ", { Key(journey: $0).map(Self.press) }),
            ("type ", { .type($0) }),
            ("paste ", { Self.quoted($0).map(Self.paste) }),
            ("wait ", { Duration(journey: $0).map(Self.wait) }),
            ("resize to ", { Size(journey: $0).map(Self.resize) }),
            ("see ", { Self.quoted($0).map(Self.see) }),
            ("not see ", { Self.quoted($0).map(Self.notSee) }),
            ("journal: ", { .journal(Self.list($0)) }),
            ("trail: ", { .trail(Self.list($0)) }),
            ("drawn: ", { .drawn(Self.list($0)) }),
            ("ledger: ", { .ledger(Self.list($0)) }),
        ]
        guard let (opening, read) = openings.first(where: { words.hasPrefix($0.0) }),
            let step = read(String(words.dropFirst(opening.count)))
        else { return nil }
        self = step
    }

    /// `"text"`, in which `\n` is a line break.
    private static func quoted(_ text: String) -> String? {
        guard text.count > 2, text.first == "\"", text.last == "\"" else { return nil }
        return String(text.dropFirst().dropLast()).replacing("\\n", with: "\n")
    }

    private static func list(_ text: String) -> [String] {
        text == "nothing" ? [] : text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    }
}

extension Journey.Person {
    /// `anna cashier 2718, boss supervisor 8306`; nil where one of them is none.
    fileprivate static func list(_ text: String) -> [Self]? {
        let people = text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }.map { words in
            words.count == 3
                ? OperatorName(words[0]).flatMap { name in
                    OperatorRole(rawValue: words[1]).map { Self(name: name, role: $0, pin: words[2]) }
                } : nil
        }
        return people.contains(nil) ? nil : people.compactMap(\.self)
    }
}

extension Key {
    /// As the key bar names keys: `Enter`, `F8`, `Ctrl-C`, `q`.
    fileprivate init?(journey name: String) {
        self.init(configured: name.count == 1 ? name : name.lowercased())
    }
}

extension Size {
    /// `80x24`.
    fileprivate init?(journey text: String) {
        let sides = text.split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }
}

extension Duration {
    /// `2s`.
    fileprivate init?(journey text: String) {
        guard text.hasSuffix("s"), let seconds = Int(text.dropLast()) else { return nil }
        self = .seconds(seconds)
    }
}

extension Set<PinpadQuirk> {
    /// `plain`, or one peculiarity.
    fileprivate init?(journey text: String) {
        guard text != "plain" else {
            self = []
            return
        }
        guard let quirk = PinpadQuirk(rawValue: text) else { return nil }
        self = [quirk]
    }
}
