/// Reads locale files in the one form in which ours are written: a key and a quoted text a line, nesting by two spaces,
/// comments on lines of their own. A program that starts reads a table before anything can be seen, and this takes a
/// tenth of the time of a YAML parser. Whatever else a file holds is left to that.
enum PlainTable {
    /// The texts by key, nested keys joined by dots; nil where the file has another form.
    static func texts(_ file: [UInt8]) -> [String: String]? {
        file.withUnsafeBufferPointer { bytes in
            var texts: [String: String] = [:]
            texts.reserveCapacity(bytes.count / 48)
            var prefixes = [""]
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: Byte.lineEnd) ?? bytes.count
                guard read(bytes[start..<end], &prefixes, &texts) else { return nil }
                start = end + 1
            }
            return texts
        }
    }

    private enum Byte {
        static let lineEnd = UInt8(ascii: "\n")
        static let space = UInt8(ascii: " ")
        static let colon = UInt8(ascii: ":")
        static let quote = UInt8(ascii: "\"")
        static let backslash = UInt8(ascii: "\\")
        static let comment = UInt8(ascii: "#")
    }

    private typealias Line = Slice<UnsafeBufferPointer<UInt8>>

    /// - Parameter prefixes: of the keys at each depth.
    private static func read(_ line: Line, _ prefixes: inout [String], _ texts: inout [String: String]) -> Bool {
        guard let first = line.firstIndex(where: { $0 != Byte.space }), line[first] != Byte.comment else { return true }
        let indent = first - line.startIndex
        guard indent % 2 == 0, indent / 2 < prefixes.count, let colon = line[first...].firstIndex(of: Byte.colon),
            let name = name(line[first..<colon])
        else { return false }
        prefixes.removeSubrange((indent / 2 + 1)...)
        let key = prefixes[indent / 2] + name
        let rest = line[(colon + 1)...]
        guard !rest.isEmpty else {
            prefixes.append(key + ".")
            return true
        }
        guard let text = quoted(rest) else { return false }
        return texts.updateValue(text, forKey: key) == nil
    }

    /// With or without quotes: numbers have them.
    private static func name(_ key: Line) -> String? {
        let isQuoted = key.count > 2 && key[key.startIndex] == Byte.quote && key[key.endIndex - 1] == Byte.quote
        let bare = isQuoted ? key.dropFirst().dropLast() : key
        guard !bare.isEmpty, bare.allSatisfy(isOfAKey) else { return nil }
        return String(decoding: bare, as: UTF8.self)
    }

    /// Letters, digits, `_` and `-`: nothing that means something else to YAML.
    private static func isOfAKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// A space and a text in double quotes without anything escaped.
    private static func quoted(_ rest: Line) -> String? {
        guard rest.count >= 3, rest[rest.startIndex] == Byte.space, rest[rest.startIndex + 1] == Byte.quote,
            rest[rest.endIndex - 1] == Byte.quote
        else { return nil }
        let inner = rest[(rest.startIndex + 2)..<(rest.endIndex - 1)]
        guard !inner.contains(where: { $0 == Byte.quote || $0 == Byte.backslash }) else { return nil }
        return String(decoding: inner, as: UTF8.self)
    }
}
