import Crypto

/// The first 144 bytes of a credential file. Numbers are big endian.
///
///       0   8  `tillvlt` and a line feed
///       8   2  version: 1
///      10   2  length of the header: 144
///      12   4  check over 0–11, the same in every version
///      16  16  the file's own random name
///      32   4  Argon2id: passes
///      36   4  Argon2id: KiB
///      40  16  Argon2id: salt
///      56  24  nonce of the wrapped key
///      80  48  the file's key, sealed with the passphrase's; bytes 0–79 are its context
///     128  16  check over 0–127
///
/// The checks are BLAKE2b without a key. They keep nobody out: they tell a damaged file from a wrong passphrase.
struct VaultHeader: Hashable {
    var fileID: [UInt8]
    var cost: Argon2id.Cost
    var salt: [UInt8]
    var nonce: [UInt8]
    var wrappedKey: [UInt8]

    static let length = 144
    static let version = 1
    /// More than these nobody means; a changed file must not take the machine's memory. [own choice]
    static let most = Argon2id.Cost(operations: 64, memory: 2 << 20)

    /// Whether a file may have this cost.
    static func allows(_ cost: Argon2id.Cost) -> Bool {
        (Argon2id.Cost.least.operations...most.operations).contains(cost.operations)
            && (Argon2id.Cost.least.memory...most.memory).contains(cost.memory)
    }

    private static let magic = Array("tillvlt\n".utf8)
    private static let contextLength = 80
    private static let keyEnd = 128

    /// - Throws: `damaged` with `start` or `header`, or `newerVersion`.
    init(_ file: [UInt8]) throws(VaultFault) {
        var fields = FieldReader(file)
        let start = Array(file.prefix(12))
        guard fields.take(8) == Self.magic, let version = fields.number(2), let length = fields.number(2),
            fields.take(4) == Array(BLAKE2b.digest(start, length: 16).prefix(4))
        else { throw .damaged(.start) }
        guard version <= Self.version else { throw .newerVersion(version) }
        guard version == Self.version, length == Self.length, let fileID = fields.take(16),
            let operations = fields.number(4), let memory = fields.number(4), let salt = fields.take(16),
            let nonce = fields.take(24), let wrappedKey = fields.take(48),
            fields.take(16) == BLAKE2b.digest(Array(file.prefix(Self.keyEnd)), length: 16),
            case let cost = Argon2id.Cost(operations: UInt32(operations), memory: UInt32(memory)), Self.allows(cost)
        else { throw .damaged(.header) }
        self.fileID = fileID
        self.cost = cost
        self.salt = salt
        self.nonce = nonce
        self.wrappedKey = wrappedKey
    }

    /// A header for a key that is wrapped anew.
    init(
        fileID: [UInt8], cost: Argon2id.Cost, salt: [UInt8], nonce: [UInt8], wrapping key: Secret,
        with passphrase: Secret
    ) throws(SecretError) {
        self.fileID = fileID
        self.cost = cost
        self.salt = salt
        self.nonce = nonce
        wrappedKey = []
        let wrapper = try Argon2id.key(from: passphrase, salt: salt, cost: cost)
        wrappedKey = try XChaCha20Poly1305.seal(key, key: wrapper, nonce: nonce, context: context)
    }

    /// The file's key.
    func key(with passphrase: Secret) throws(VaultFault) -> Secret {
        do throws(SecretError) {
            let wrapper = try Argon2id.key(from: passphrase, salt: salt, cost: cost)
            return try XChaCha20Poly1305.open(wrappedKey, key: wrapper, nonce: nonce, context: context)
        } catch .notAuthentic {
            throw .wrongPassphrase
        } catch {
            throw .noMemory
        }
    }

    var bytes: [UInt8] {
        let checked = context + wrappedKey
        return checked + BLAKE2b.digest(checked, length: 16)
    }

    private var context: [UInt8] {
        var bytes = Self.magic
        bytes.append(number: Self.version, 2)
        bytes.append(number: Self.length, 2)
        bytes += BLAKE2b.digest(bytes, length: 16).prefix(4)
        bytes += fileID
        bytes.append(number: Int(cost.operations), 4)
        bytes.append(number: Int(cost.memory), 4)
        return bytes + salt + nonce
    }
}
