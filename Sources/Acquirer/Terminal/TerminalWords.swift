import Payments

/// A verb and named values, as the pinpad's conversation writes them: `VERB name=value name=value`. *own choice*
struct TerminalWords: Hashable, Sendable {
    var verb: String
    private var values: [String: String] = [:]
    private var order: [String] = []

    init(_ verb: String, _ values: [(String, String?)]) {
        self.verb = verb
        for case (let name, let value?) in values {
            order.append(name)
            self.values[name] = value
        }
    }

    /// Nil where a word has no name or a name comes twice.
    init?(text: String) {
        let words = text.split(separator: " ")
        guard let verb = words.first else { return nil }
        self.verb = String(verb)
        for word in words.dropFirst() {
            let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, values.updateValue(sides[1], forKey: sides[0]) == nil else { return nil }
            order.append(sides[0])
        }
    }

    var text: String { ([verb] + order.map { "\($0)=\(values[$0] ?? "")" }).joined(separator: " ") }

    subscript(name: String) -> String? { values[name] }

    func number(_ name: String) -> Int64? { values[name].flatMap { Int64($0) } }

    /// 0 where it is absent; nil where it is no amount.
    func money(_ name: String) -> Int64? {
        guard values[name] != nil else { return 0 }
        return number(name).flatMap { (0...Money.largestOnTheWire).contains($0) ? $0 : nil }
    }
}

extension TerminalWords {
    static func hex(_ text: String) -> String {
        text.utf8.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func text(hex: String) -> String? {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
