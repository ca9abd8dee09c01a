/// A URI's scheme, what follows its colon, and its query, with percent signs decoded.
struct URIParts {
    /// In lower case.
    var scheme: String
    /// What stands between the colon and the query: `///dev/ttyACM0`, `//host:1`, `default`.
    var body: String
    var query: [(name: String, value: String)]

    /// - Throws: `malformed` for no scheme, a fragment, a query part without `=`, or a broken percent sign.
    init(_ text: String) throws(ReaderAddressError) {
        guard !text.contains("#"), let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw .malformed
        }
        scheme = text[..<colon].lowercased()
        let halves = text[text.index(after: colon)...]
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        body = try decodePercents(halves[0])
        query = []
        guard halves.count == 2 else { return }
        for part in halves[1].split(separator: "&", omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: "=") else { throw .malformed }
            let value = try decodePercents(part[part.index(after: equals)...])
            try add(try decodePercents(part[..<equals]), value)
        }
    }

    /// A name that stands twice with one value counts once.
    private mutating func add(_ name: String, _ value: String) throws(ReaderAddressError) {
        guard let earlier = query.first(where: { $0.name == name }) else { return query.append((name, value)) }
        guard earlier.value == value else { throw .contradiction(name) }
    }
}

/// Text with every byte that isn't a letter, a digit or one of `-._~/:[]` as a percent sign and two digits.
func encodePercents(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:[]".utf8)
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
        if plain.contains(byte) {
            encoded.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
    }
}

/// - Throws: `malformed` where a percent sign lacks its digits, and for a zero byte or bytes that are not UTF-8.
private func decodePercents(_ text: Substring) throws(ReaderAddressError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { throw .malformed }
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
    }
    guard !bytes.contains(0), let decoded = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return decoded
}

/// The path of `///path`, where no host may stand.
func absolutePath(_ body: String) throws(ReaderAddressError) -> String {
    guard body.hasPrefix("///"), body.utf8.count > 3 else { throw .missingPath }
    return String(body.dropFirst(2))
}

/// The host and port of `//host:port`; an IPv6 address stands in brackets.
func hostAndPort(_ body: String, ports: ClosedRange<Int>) throws(ReaderAddressError) -> (String, UInt16) {
    guard body.hasPrefix("//"), let colon = body.lastIndex(of: ":"), colon > body.startIndex else { throw .badPort }
    guard let port = number(String(body[body.index(after: colon)...]), in: ports) else { throw .badPort }
    var host = body[body.index(body.startIndex, offsetBy: 2)..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
        host = host.dropFirst().dropLast()
    } else if host.contains(where: { ":[]".contains($0) }) {
        throw .badHost
    }
    let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "@") }
    guard !host.isEmpty, isPlain else { throw .badHost }
    return (String(host), UInt16(port))
}

/// The device of `//AA:BB:CC:DD:EE:FF`, and the channel where `/CHANNEL` follows.
func addressAndChannel(
    _ body: String, channels: ClosedRange<Int>
) throws(ReaderAddressError) -> (BluetoothAddress, UInt8?) {
    guard body.hasPrefix("//") else { throw .badAddress }
    let parts = body.dropFirst(2).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = try? BluetoothAddress(String(parts[0])) else { throw .badAddress }
    guard parts.count == 2 else { return (address, nil) }
    guard let channel = number(String(parts[1]), in: channels) else { throw .badChannel }
    return (address, UInt8(channel))
}

/// A number in plain digits; nil for signs, spaces and values outside the range.
func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int(text) else {
        return nil
    }
    return range.contains(value) ? value : nil
}
