import Crypto
import Glibc
import Payments

/// A script's answer to the question with the number 1 on standard input: `{"answer":1,"value":"…"}`.
struct ScriptAnswer {
    private var line: [UInt8] = []

    /// Longer than any answer. [own choice]
    private static let limit = 4096

    /// Reads a line byte by byte: what a script says next stays where it is, and no buffer keeps what was said.
    init() {
        line.reserveCapacity(Self.limit)
        var byte: UInt8 = 0
        while line.count < Self.limit, Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
    }

    /// What it says; nil where it is no answer.
    var value: String? {
        guard let object = try? JSONValue.parse(String(decoding: line, as: UTF8.self)) else { return nil }
        return object["answer"]?.integerValue == 1 ? object["value"]?.stringValue : nil
    }

    /// What it says, for nobody else: it goes from the line into guarded memory, and zeros stand in its place before
    /// anything makes text of the line. One with an escape in it is none.
    mutating func takeSecret() -> Secret? {
        defer { wipe(&line) }
        guard let range = valueRange, let secret = try? Secret(copying: line[range]) else { return nil }
        for index in range { line[index] = UInt8(ascii: "0") }
        return value?.utf8.count == range.count ? secret : nil
    }

    private var valueRange: Range<Int>? {
        let name = Array(#""value""#.utf8)
        guard let start = line.indices.first(where: { line[$0...].starts(with: name) }) else { return nil }
        let between: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: ":")]
        guard let quote = line[(start + name.count)...].firstIndex(where: { !between.contains($0) }),
            line[quote] == UInt8(ascii: "\""),
            let end = line[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        let range = quote + 1..<end
        return line[range].contains(UInt8(ascii: "\\")) ? nil : range
    }
}
