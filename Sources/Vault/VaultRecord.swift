import Crypto

/// One value as the file keeps it: a nonce, then the sealed value. Before it is sealed it is filled up with zeros to 256
/// bytes or twice, four times … as many, so that its length says little.
struct VaultRecord: Hashable {
    /// Nonce, sealed text and tag.
    var bytes: [UInt8]

    /// A value's longest length, in bytes.
    static let longest = 64 << 10
    private static let smallest = 256

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ value: Secret, key: Secret, nonce: [UInt8], context: [UInt8]) throws(SecretError) {
        guard value.count <= Self.longest else { throw .length }
        var size = Self.smallest
        while size < value.count + 4 { size *= 2 }
        let plain = try Secret(count: size) { plain in
            for (offset, byte) in lengthField(value.count).enumerated() { plain[offset] = byte }
            value.withBytes { UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyMemory(from: $0) }
        }
        bytes = nonce + (try XChaCha20Poly1305.seal(plain, key: key, nonce: nonce, context: context))
    }

    /// The end of the record, by which the index knows it.
    var tag: [UInt8] { Array(bytes.suffix(XChaCha20Poly1305.tagLength)) }

    /// - Throws: `notAuthentic` where the record is not what was sealed.
    func value(key: Secret, context: [UInt8]) throws(SecretError) -> Secret {
        let nonce = Array(bytes.prefix(XChaCha20Poly1305.nonceLength))
        guard nonce.count == XChaCha20Poly1305.nonceLength else { throw .notAuthentic }
        let plain = try XChaCha20Poly1305.open(
            Array(bytes.dropFirst(nonce.count)), key: key, nonce: nonce, context: context)
        return try plain.withBytes { (plain) throws(SecretError) in
            guard plain.count >= 4 else { throw .notAuthentic }
            let length = plain.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length <= plain.count - 4 else { throw .notAuthentic }
            return try Secret(copying: UnsafeRawBufferPointer(rebasing: plain[4..<4 + length]))
        }
    }
}

private func lengthField(_ length: Int) -> [UInt8] {
    var field: [UInt8] = []
    field.append(number: length, 4)
    return field
}
