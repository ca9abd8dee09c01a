public import Crypto
import Files
public import Ports
import Threads
import Time

/// The credential file, unlocked: secrets by name, each decrypted into locked memory when it is asked for. It stands in
/// for the keychain that other systems have. The format stands in `VaultHeader` and `VaultContent`, what it protects
/// from in this folder's README.
///
///     let vault = try Vault.open("…/credentials.till", passphrase: passphrase)
///     let secret = try vault.secret(named: "reader/default")
///
/// All methods may be called from any thread. Every change is made to the file as it stands, under a lock, so two
/// programs can hold one file unlocked.
public final class Vault: Sendable {
    public let path: String
    private let random: any RandomSource
    private let time: any TimeSource
    private let state: Locked<State>

    private struct State {
        var header: VaultHeader
        var key: Secret
        var content: VaultContent
    }

    /// What guessing a passphrase costs in new files: a bit over half a second on one core of a small machine.
    /// [own choice; libsodium's MODERATE]
    public static let usualCost = Argon2id.Cost(operations: 3, memory: 256 << 10)

    private init(_ path: String, _ state: State, _ random: any RandomSource, _ time: any TimeSource) {
        self.path = path
        self.random = random
        self.time = time
        self.state = Locked(state)
    }

    /// Whether something stands where the file would, usable or not.
    public static func isPresent(at path: String) -> Bool { VaultFile(path).isThere }

    /// Looks at the file without a passphrase: who may read it, and whether its header is whole.
    public static func inspect(_ path: String) throws(VaultFault) { _ = try VaultHeader(try VaultFile(path).read()) }

    /// Whether an entry may be called so: small letters, digits and `.-_/`, at most 64, like `reader/000012345678`.
    public static func isName(_ name: String) -> Bool { VaultName.isGood(name) }

    /// Makes the file, and its folder for this user alone.
    /// - Throws: `.file(.alreadyThere)` where something has the name already.
    public static func create(
        _ path: String, passphrase: Passphrase, cost: Argon2id.Cost = usualCost, random: any RandomSource,
        time: any TimeSource
    ) throws(VaultFault) -> Vault {
        let key = try freshKey(random)
        let header = try wrapped(key, passphrase, cost, fileID: random.bytes(16), random)
        let vault = Vault(path, State(header: header, key: key, content: VaultContent()), random, time)
        try inFiles { () throws(FileFault) in try Folder.make(Folder.of(path)) }
        try vault.locked { () throws(VaultFault) in
            guard !VaultFile(path).isThere else { throw .file(.alreadyThere) }
            try vault.write(vault.state.withLock { $0 })
        }
        return vault
    }

    /// Reads the file and unlocks it; takes as long as the file's own cost says.
    public static func open(
        _ path: String, passphrase: Passphrase, random: any RandomSource, time: any TimeSource
    ) throws(VaultFault) -> Vault {
        let file = try VaultFile(path).read()
        let header = try VaultHeader(file)
        let key = try header.key(with: passphrase.secret)
        let content = try VaultContent(file, header: header, key: key)
        return Vault(path, State(header: header, key: key, content: content), random, time)
    }

    /// What the bytes of a file say to somebody who has its key: the entries in the order of their names. It is the part
    /// of `open` and `secret(named:)` that takes bytes apart, without the file and the key derivation, for fuzzers.
    package static func entries(
        of file: [UInt8], key: Secret
    ) throws(VaultFault) -> [(name: String, value: Result<Secret, VaultFault>)] {
        let header = try VaultHeader(file)
        let state = State(header: header, key: key, content: try VaultContent(file, header: header, key: key))
        return state.content.records.sorted { $0.key < $1.key }.enumerated().map { number, entry in
            let value = Result { () throws(VaultFault) in
                try Self.value(entry.value, state, entry.key, number + 1)
            }
            return (entry.key, value)
        }
    }

    /// Unlocks the file with the key that `keep(for:)` left, at once and without a passphrase.
    /// - Returns: nil where no key of this file is kept, or the passphrase was changed since.
    public static func openKept(
        _ path: String, random: any RandomSource, time: any TimeSource
    ) throws(VaultFault) -> Vault? {
        let file = try VaultFile(path).read()
        let header = try VaultHeader(file)
        guard let key = KernelKeyring.key(of: header), let content = try? VaultContent(file, header: header, key: key)
        else { return nil }
        return Vault(path, State(header: header, key: key, content: content), random, time)
    }

    /// Leaves the file's key with the kernel, for this user's programs, until so much time has gone by.
    public func keep(for duration: Duration) throws(KeyringFault) {
        let (header, key) = state.withLock { ($0.header, $0.key) }
        try KernelKeyring.keep(key, of: header, for: duration)
    }

    /// Takes the key of the file back from the kernel, if it has one.
    public static func forgetKept(_ path: String) throws(VaultFault) {
        let header = try VaultHeader(try VaultFile(path).read())
        try? KernelKeyring.forget(header)
    }

    /// Sorted.
    public var names: [String] { state.withLock { $0.content.records.keys.sorted() } }

    public var cost: Argon2id.Cost { state.withLock { $0.header.cost } }

    /// - Returns: nil where there is none of that name.
    /// - Throws: `damaged` where the value is not as it was written.
    public func secret(named name: String) throws(VaultFault) -> Secret? {
        try state.withLock { (state) throws(VaultFault) in
            guard let record = state.content.records[name] else { return nil }
            let number = state.content.records.keys.sorted().firstIndex(of: name).map { $0 + 1 } ?? 0
            return try Self.value(record, state, name, number)
        }
    }

    /// Adds an entry or puts another value in its place.
    public func set(_ name: String, _ value: Secret) throws(VaultFault) {
        guard VaultName.isGood(name) else { throw .badName }
        guard value.count <= VaultRecord.longest else { throw .tooLarge }
        try change { (state) throws(VaultFault) in
            state.content.records[name] = try sealed(value, name, state)
        }
    }

    /// - Throws: `noSuchEntry`.
    public func remove(_ name: String) throws(VaultFault) {
        try change { (state) throws(VaultFault) in
            guard state.content.records.removeValue(forKey: name) != nil else { throw .noSuchEntry }
        }
    }

    /// Encrypts everything anew, with a new key that the new passphrase wraps. The cost rises to `cost`, never falls.
    public func change(to passphrase: Passphrase, cost: Argon2id.Cost = usualCost) throws(VaultFault) {
        try change { (state) throws(VaultFault) in
            let old = state
            let raised = Argon2id.Cost(
                operations: max(cost.operations, old.header.cost.operations),
                memory: max(cost.memory, old.header.cost.memory))
            state.key = try Self.freshKey(random)
            state.header = try Self.wrapped(state.key, passphrase, raised, fileID: old.header.fileID, random)
            for (number, name) in old.content.records.keys.sorted().enumerated() {
                guard let record = old.content.records[name] else { continue }
                state.content.records[name] = try sealed(
                    try Self.value(record, old, name, number + 1), name, state)
            }
        }
    }

    /// Reads the file again and decrypts every value.
    /// - Returns: how many entries it has.
    public func verify() throws(VaultFault) -> Int {
        let current = try fresh(state.withLock { $0 })
        for (number, name) in current.content.records.keys.sorted().enumerated() {
            guard let record = current.content.records[name] else { continue }
            _ = try Self.value(record, current, name, number + 1)
        }
        return current.content.records.count
    }
}

extension Vault {
    /// Applies a change to the file as it stands now, and remembers what came of it.
    private func change(_ body: (inout State) throws(VaultFault) -> Void) throws(VaultFault) {
        try locked { () throws(VaultFault) in
            var changed = try fresh(state.withLock { $0 })
            try body(&changed)
            try write(changed)
            state.withLock { $0 = changed }
        }
    }

    /// The file as it stands, opened with the key that is known.
    private func fresh(_ known: State) throws(VaultFault) -> State {
        let file = try VaultFile(path).read()
        let header = try VaultHeader(file)
        guard header.wrappedKey == known.header.wrappedKey else { throw .passphraseChanged }
        return State(
            header: header, key: known.key, content: try VaultContent(file, header: header, key: known.key))
    }

    private func write(_ state: State) throws(VaultFault) {
        let nonce = random.bytes(XChaCha20Poly1305.nonceLength)
        let file = try state.content.bytes(header: state.header, key: state.key, nonce: nonce)
        try Self.inFiles { () throws(FileFault) in try Replacement(of: path, with: file).run() }
    }

    private func locked(_ body: () throws(VaultFault) -> Void) throws(VaultFault) {
        try Self.inFiles { () throws(FileFault) in try Folder.checkPrivate(Folder.of(path)) }
        let lock: FileLock
        do throws(FileFault) {
            lock = try FileLock(path: path + ".lock", since: time.wallTime())
        } catch {
            throw .file(error)
        }
        try body()
        withExtendedLifetime(lock) {}
    }

    private static func inFiles(_ body: () throws(FileFault) -> Void) throws(VaultFault) {
        do throws(FileFault) { try body() } catch { throw .file(error) }
    }

    private func sealed(_ value: Secret, _ name: String, _ state: State) throws(VaultFault) -> VaultRecord {
        do throws(SecretError) {
            return try VaultRecord(
                value, key: state.key, nonce: random.bytes(XChaCha20Poly1305.nonceLength),
                context: Self.context(state.header, name))
        } catch {
            throw .noMemory
        }
    }

    private static func value(
        _ record: VaultRecord, _ state: State, _ name: String, _ number: Int
    ) throws(VaultFault) -> Secret {
        do throws(SecretError) {
            return try record.value(key: state.key, context: context(state.header, name))
        } catch .noMemory {
            throw .noMemory
        } catch {
            throw .damaged(.entry(number))
        }
    }

    /// Ties a record to its file and its name.
    private static func context(_ header: VaultHeader, _ name: String) -> [UInt8] { header.fileID + Array(name.utf8) }

    /// For another key derivation.
    func salt() -> [UInt8] { random.bytes(Argon2id.saltLength) }

    private static func freshKey(_ random: any RandomSource) throws(VaultFault) -> Secret {
        var bytes = random.bytes(XChaCha20Poly1305.keyLength)
        defer { wipe(&bytes) }
        do throws(SecretError) { return try Secret(copying: bytes) } catch { throw .noMemory }
    }

    private static func wrapped(
        _ key: Secret, _ passphrase: Passphrase, _ cost: Argon2id.Cost, fileID: [UInt8], _ random: any RandomSource
    ) throws(VaultFault) -> VaultHeader {
        guard VaultHeader.allows(cost) else { throw .tooLarge }
        do throws(SecretError) {
            return try VaultHeader(
                fileID: fileID, cost: cost, salt: random.bytes(Argon2id.saltLength),
                nonce: random.bytes(XChaCha20Poly1305.nonceLength), wrapping: key, with: passphrase.secret)
        } catch {
            throw .noMemory
        }
    }
}

/// The file itself: who may read it, and whether it is there.
private struct VaultFile {
    let path: String

    init(_ path: String) { self.path = path }

    var isThere: Bool {
        do throws(FileFault) {
            _ = try SmallFile.read(path, limit: 0, for: .ownerOnly)
            return true
        } catch {
            return error != .missing
        }
    }

    func read() throws(VaultFault) -> [UInt8] {
        do throws(FileFault) {
            try Folder.checkPrivate(Folder.of(path))
            return try SmallFile.read(path, limit: VaultContent.longestFile, for: .ownerOnly)
        } catch {
            throw .file(error)
        }
    }
}
