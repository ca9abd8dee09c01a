import Payments
import Testing

@Suite("JSON")
struct JSONTests {
    @Test(
        "a text that is read and written again is the same",
        arguments: [
            "null", "true", "false", "0", "-7", "4294967295", "9223372036854775807", "1.5", "\"\"", "[]", "{}",
            #"{"b":1,"a":[true,null,"x"],"c":{"d":{}}}"#, #""é日𝄞""#, #""\"\\\n\r\t\u0000\u001b\u007f\u009b""#,
        ])
    func roundTrip(text: String) throws {
        #expect(try JSONValue.parse(text).text == text)
    }

    @Test(
        "escapes are read",
        arguments: [
            (#""\/\b\f""#, "/\u{8}\u{C}"), (#""\u00e9\u65E5""#, "é日"), (#""\ud834\udd1e""#, "\u{1D11E}"),
        ])
    func escapes(text: String, meaning: String) throws {
        #expect(try JSONValue.parse(text) == .string(meaning))
    }

    @Test("spaces and line ends may stand between the parts")
    func spaces() throws {
        #expect(try JSONValue.parse(" { \"a\" :\t[ 1 ,\r\n2 ] } \n") == ["a": [1, 2]])
    }

    @Test(
        "what is no JSON is refused with its place",
        arguments: [
            ("", .endOfText, 0), ("{", .endOfText, 1), ("[1,]", .unexpected, 3), ("{\"a\":1,}", .unexpected, 7),
            ("1 2", .unexpected, 2), ("01", .badNumber, 0), ("-", .badNumber, 0), ("1.", .badNumber, 0),
            ("1e", .badNumber, 0), ("1e999", .badNumber, 0), (".5", .unexpected, 0), ("nul", .unexpected, 0),
            ("\"a", .endOfText, 2), ("\"\u{1}\"", .controlCharacter, 1), (#""\x""#, .badEscape, 2),
            (#""\ud800""#, .badEscape, 3), (#""\udc00""#, .badEscape, 3), (#""\ud800\u0041""#, .badEscape, 3),
            (#"{"a":1,"a":2}"#, .nameTwice, 7), ("'a'", .unexpected, 0), ("[1", .endOfText, 2), ("NaN", .unexpected, 0),
        ] as [(String, JSONError.Reason, Int)])
    func refused(text: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: JSONError(reason, at: offset)) { try JSONValue.parse(text) }
    }

    @Test("bytes that are not UTF-8 are refused", arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError(.notUTF8, at: 1)) { try JSONValue.parse(bytes) }
    }

    @Test("64 arrays inside one another are read, 65 are refused")
    func depth() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try JSONValue.parse(deepest).text == deepest)
        #expect(throws: JSONError(.tooDeep, at: 64)) { try JSONValue.parse("[" + deepest + "]") }
    }

    @Test("a million opening brackets neither trap nor take long")
    func bomb() {
        #expect(throws: JSONError(.tooDeep, at: 64)) {
            try JSONValue.parse([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("an integer beyond 64 bits is a fraction, not a wrong integer")
    func largeNumber() throws {
        #expect(try JSONValue.parse("9223372036854775808") == .fraction(9_223_372_036_854_775_808))
    }

    @Test("no control character is written bare, so that no text can steer a terminal")
    func terminalSafe() {
        let controls = String(String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init)))
        let scalars = JSONValue.string(controls).text.unicodeScalars
        #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test("members without a value are left out")
    func leftOut() {
        #expect(JSONValue.object([("a", 1), ("b", nil)]).text == #"{"a":1}"#)
    }
}
