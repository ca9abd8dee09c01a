/// One data element of a service record: how SDP writes values down. Source: Bluetooth core specification, volume 3,
/// part B, section 3.
indirect enum ServiceElement: Hashable {
    case unsigned(UInt64)
    /// A UUID; short ones stand for those with Bluetooth's base.
    case uuid(ServiceUUID)
    case sequence([ServiceElement])
    /// Anything else: its type (0…31) and its bytes.
    case other(type: UInt8, [UInt8])

    /// Elements may stand in each other this deep. [own choice: a record's protocols need four]
    private static let deepest = 8

    /// Reads one element and takes its bytes off the front. Nil where a length lies, or where they nest too deep.
    static func read(_ bytes: inout ArraySlice<UInt8>, depth: Int = 0) -> ServiceElement? {
        guard depth < deepest, let head = bytes.popFirst() else { return nil }
        let (type, size) = (head >> 3, head & 7)
        guard let length = length(type, size, &bytes), length <= bytes.count else { return nil }
        var content = bytes.prefix(length)
        bytes = bytes.dropFirst(length)
        switch type {
        case 1 where length <= 8: return .unsigned(number(content))
        case 3: return ServiceUUID(content).map(Self.uuid)
        case 6, 7:
            var elements: [ServiceElement] = []
            while !content.isEmpty {
                guard let element = read(&content, depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .sequence(elements)
        default: return .other(type: type, Array(content))
        }
    }

    /// How many bytes follow: sizes 0…4 are powers of two, 5…7 say how long the number of bytes is.
    private static func length(_ type: UInt8, _ size: UInt8, _ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard size >= 5 else { return type == 0 ? 0 : 1 << Int(size) }
        let width = 1 << Int(size - 5)
        guard bytes.count >= width else { return nil }
        let length = number(bytes.prefix(width))
        bytes = bytes.dropFirst(width)
        return Int(exactly: length)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    var elements: [ServiceElement]? {
        if case .sequence(let elements) = self { elements } else { nil }
    }
}

/// A UUID in its 16 bytes.
struct ServiceUUID: Hashable {
    let bytes: [UInt8]

    /// Bluetooth's base, to which short UUIDs are added at the front.
    private static let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]

    /// Of 2, 4 or 16 bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        switch bytes.count {
        case 2: self.bytes = [0, 0] + bytes + Self.base
        case 4: self.bytes = bytes + Self.base
        case 16: self.bytes = Array(bytes)
        default: return nil
        }
    }

    init(short: UInt16) { bytes = [0, 0, UInt8(short >> 8), UInt8(short & 0xFF)] + Self.base }
}
