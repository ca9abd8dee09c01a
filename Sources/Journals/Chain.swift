import Crypto

/// Links every row to all rows before it: its hash covers its columns and the hash before.
///
/// This finds accidents and edits with other tools. It has no key: who rewrites the whole rest of the file with this
/// program's rules is not found out.
enum Chain {
    /// What stands before the first row. [own choice]
    static let genesis = SHA256.digest(Array("till journal, schema 1".utf8))

    /// SHA-256 over the previous hash, the numbers as 64-bit big endian, and each text with its length before it.
    static func hash(of row: JournalRow) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(row.body.count + 512)
        message += row.previous
        for number in [row.id, row.payment, row.at, row.training ? 1 : 0] { message.append(number: number) }
        for text in [row.kind, row.reference, row.operatorName, row.words, row.body] {
            message.append(number: Int64(text.count))
            message += text
        }
        return SHA256.digest(message)
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int64) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
