extension JSONValue {
    /// Arrays and objects inside one another beyond this are refused. [own choice: nothing of ours is deeper than 10]
    public static let deepest = 64

    /// Reads one JSON text, strictly as RFC 8259 has it. Names that stand twice in one object, lone surrogates and
    /// bytes that are not UTF-8 are refused.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        return try parser.document()
    }

    /// Reads one JSON text.
    public static func parse(_ text: String) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8))
    }
}

/// Text that is not JSON. Says where, and never what stands there.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        case unexpected, endOfText, tooDeep, badNumber, badEscape, controlCharacter, notUTF8, nameTwice
    }

    /// In bytes from the start.
    public var offset: Int
    public var reason: Reason

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
