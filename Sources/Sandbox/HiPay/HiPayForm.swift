/// A form's fields: UTF-8 behind percent signs, each name once. Source: gateways.md A.2.
struct HiPayForm {
    /// Bytes, *own choice*.
    static let longest = 65_536
    /// *own choice*
    static let mostFields = 256

    private var texts: [String: String] = [:]

    init(_ request: SandboxRequest) throws(HiPayError) {
        guard request.body.count <= Self.longest else { throw .tooLarge }
        guard Self.isForm(request.header("Content-Type") ?? "") else { throw .noForm }
        for pair in request.body.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count > 1 ? try Self.decoded(sides[1]) : ""
            guard texts.count < Self.mostFields, texts.updateValue(value, forKey: try Self.decoded(sides[0])) == nil
            else { throw .badEncoding }
        }
    }

    /// Nil where it is absent or empty.
    subscript(name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The first of these that is there.
    func first(of names: [String]) -> String? { names.first { texts[$0] != nil } }

    func text(_ name: String) throws(HiPayError) -> String {
        guard let text = self[name] else { throw .missing(name) }
        return text
    }

    /// - Parameter longest: bytes.
    func optionalText(_ name: String, longest: Int) throws(HiPayError) -> String? {
        guard let text = self[name] else { return nil }
        guard text.utf8.count <= longest else { throw .length(name) }
        return text
    }

    /// Digits alone, as many as this.
    func digits(_ name: String, _ lengths: ClosedRange<Int>) throws(HiPayError) -> String {
        let text = try text(name)
        guard text.isDigits else { throw .notNumeric(name) }
        guard lengths.contains(text.utf8.count) else { throw .length(name) }
        return text
    }

    /// No other charset is known here, and JSON is no form.
    private static func isForm(_ type: String) -> Bool {
        let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
        guard parts.first == "application/x-www-form-urlencoded" else { return false }
        return parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || $0 == "charset=utf-8" }
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(HiPayError) -> String {
        var (rest, bytes) = (text, [UInt8]())
        while let first = rest.popFirst() {
            switch first {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = hexDigit(rest.popFirst()), let low = hexDigit(rest.popFirst()) else {
                    throw .badEncoding
                }
                bytes.append(high << 4 | low)
            default: bytes.append(first)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .badEncoding }
        return decoded
    }

    private static func hexDigit(_ digit: UInt8?) -> UInt8? {
        digit.flatMap { Character(UnicodeScalar($0)).hexDigitValue }.map { UInt8($0) }
    }
}
