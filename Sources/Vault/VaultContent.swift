import Crypto

/// What follows the header: the sealed index, then the records in its order.
///
///     24  nonce of the index
///      4  length of the sealed index
///      n  the index, sealed with the file's key; the header is its context
///      …  the records, each sealed with the file's key; the file's name and the entry's are its context
///
/// The index has the number of entries, and of each the length of its name, its name, the length of its record and the
/// record's tag; zeros fill it up to a multiple of 1024 bytes. So no record can be left out, changed or put back to an
/// older one without the index.
struct VaultContent {
    /// By name. Values stay sealed until one is asked for.
    var records: [String: VaultRecord] = [:]

    /// [own choice: far more than a shop has, and small enough to be read whole]
    static let mostEntries = 10_000
    static let longestFile = 32 << 20
    private static let unit = 1024

    init() {}

    /// - Throws: `damaged`; never gives a part of it.
    init(_ file: [UInt8], header: VaultHeader, key: Secret) throws(VaultFault) {
        var fields = FieldReader(file)
        guard let head = fields.take(VaultHeader.length), let nonce = fields.take(XChaCha20Poly1305.nonceLength),
            let length = fields.number(4), let sealed = fields.take(length)
        else { throw .damaged(.end) }
        let index = try Self.index(sealed, key: key, nonce: nonce, head)
        for (number, entry) in index.enumerated() {
            guard let bytes = fields.take(entry.length) else { throw .damaged(.end) }
            let record = VaultRecord(bytes: bytes)
            guard record.tag == entry.tag else { throw .damaged(.entry(number + 1)) }
            records[entry.name] = record
        }
        guard fields.isAtEnd else { throw .damaged(.end) }
    }

    /// The whole file.
    func bytes(header: VaultHeader, key: Secret, nonce: [UInt8]) throws(VaultFault) -> [UInt8] {
        guard records.count <= Self.mostEntries else { throw .tooLarge }
        let head = header.bytes
        let sorted = records.sorted { $0.key < $1.key }
        var index: [UInt8] = []
        index.append(number: sorted.count, 4)
        for (name, record) in sorted {
            index.append(number: name.utf8.count, 2)
            index += name.utf8
            index.append(number: record.bytes.count, 4)
            index += record.tag
        }
        index += [UInt8](repeating: 0, count: (Self.unit - index.count % Self.unit) % Self.unit)
        var file = head + nonce
        do throws(SecretError) {
            let sealed = try XChaCha20Poly1305.seal(
                try Secret(copying: index), key: key, nonce: nonce, context: head)
            file.append(number: sealed.count, 4)
            file += sealed
        } catch {
            throw .noMemory
        }
        for (_, record) in sorted { file += record.bytes }
        guard file.count <= Self.longestFile else { throw .tooLarge }
        return file
    }

    private struct Entry {
        var name: String
        var length: Int
        var tag: [UInt8]
    }

    private static func index(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], _ head: [UInt8]
    ) throws(VaultFault) -> [Entry] {
        let plain: [UInt8]
        do throws(SecretError) {
            plain = try XChaCha20Poly1305.open(sealed, key: key, nonce: nonce, context: head).withBytes { Array($0) }
        } catch .noMemory {
            throw .noMemory
        } catch {
            throw .damaged(.index)
        }
        var fields = FieldReader(plain)
        guard let count = fields.number(4), count <= mostEntries else { throw .damaged(.index) }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard let length = fields.number(2), let name = fields.take(length),
                let text = String(validating: name, as: UTF8.self), VaultName.isGood(text),
                let size = fields.number(4), let tag = fields.take(XChaCha20Poly1305.tagLength)
            else { throw .damaged(.index) }
            entries.append(Entry(name: text, length: size, tag: tag))
        }
        return entries
    }
}

/// What entries may be called: `reader/000012345678`.
enum VaultName {
    static func isGood(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "/")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
