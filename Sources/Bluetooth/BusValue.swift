/// A value that travels over the bus. The names and the letters of the types are those of the D-Bus specification.
public indirect enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    case descriptor(BusDescriptor)
    /// `of` is the signature of each of its values.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// One pair of a dictionary, which is an array of them.
    case entry(BusValue, BusValue)
    case variant(BusValue)
}

extension BusValue {
    /// A dictionary of names and values of any type (`a{sv}`), in the order of the names.
    public static func options(_ values: [String: BusValue]) -> BusValue {
        let entries = values.sorted { $0.key < $1.key }.map { BusValue.entry(.string($0.key), .variant($0.value)) }
        return .array(entries, of: "{sv}")
    }

    /// How its type is written.
    public var signature: String {
        switch self {
        case .array(_, let element): "a" + element
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        default: String(UnicodeScalar(type))
        }
    }

    /// The letter of its type.
    var type: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .bool: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .descriptor: UInt8(ascii: "h")
        case .array: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        case .entry: UInt8(ascii: "e")
        case .variant: UInt8(ascii: "v")
        }
    }
}

/// Taking values apart: what has another type is nil.
extension BusValue {
    /// Text of any of the three kinds.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    public var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .variant(let value): value.flag
        default: nil
        }
    }

    /// A number of any of the integer types.
    public var number: Int? {
        switch self {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        case .variant(let value): value.number
        default: nil
        }
    }

    public var elements: [BusValue]? {
        switch self {
        case .array(let elements, _), .structure(let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// A dictionary whose keys are text; of two equal keys the later one counts.
    public var dictionary: [String: BusValue]? {
        guard let elements else { return nil }
        var dictionary: [String: BusValue] = [:]
        for case .entry(let key, let value) in elements {
            guard let name = key.text else { return nil }
            dictionary[name] = value
        }
        return dictionary
    }

    public var descriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = self { descriptor } else { nil }
    }
}
