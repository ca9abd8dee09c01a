/// Bytes that are not what the protocol says. Always the other side's fault.
public struct WireError: Error, Hashable, Sendable {
    /// Where in the message or frame, in bytes from its start.
    public var offset: Int
    /// What should have been there, and what was: short, fixed words and numbers, never data.
    public var expected: String
    public var found: String
    /// The fields that lead to the place, outermost first: `["F001", "merchantReceipt", "length"]`.
    public var path: [String]

    public init(offset: Int, expected: String, found: String, path: [String] = []) {
        self.offset = offset
        self.expected = expected
        self.found = found
        self.path = path
    }
}

extension WireError: CustomStringConvertible {
    /// Safe to print: holds no data.
    public var description: String {
        let place = path.isEmpty ? "" : path.joined(separator: "/") + " "
        return "\(place)at byte \(offset): expected \(expected), found \(found)"
    }
}
