/// A JSON text taken apart (RFC 8259). Objects keep the order of their members, so that equal values give equal texts.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction or an exponent, or one beyond 64 bits. Never money.
    case fraction(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// An object of those members that have a value.
    public static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(
            members.compactMap { name, value in
                guard let value else { return nil }
                return Member(name, value)
            })
    }

    /// The member called `name`; nil where there is none, or where this is no object.
    public subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// The members of an object, else none.
    public var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The elements of an array, else none.
    public var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

    public var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }

    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }

    public init(integerLiteral number: Int64) { self = .integer(number) }

    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}
