import Crypto
import Glibc
import Ports
import TestKit
import Testing
import Vault

/// A folder of its own with one credential file in it, cheap to unlock.
final class VaultWorld: Sendable {
    static let words = "four words a till"
    let folder: TemporaryDirectory
    let path: String
    private let random: SeededRandom
    private let time = VirtualClock()

    init(seed: UInt64 = 1) throws {
        folder = try TemporaryDirectory()
        path = folder.path + "/credentials.till"
        random = SeededRandom(seed: seed)
    }

    @discardableResult
    func create(_ words: String = words, cost: Argon2id.Cost = .least) throws -> Vault {
        try Vault.create(path, passphrase: passphrase(words), cost: cost, random: random, time: time)
    }

    func open(_ words: String = words) throws -> Vault {
        try Vault.open(path, passphrase: passphrase(words), random: random, time: time)
    }

    /// What opening gives that must not open.
    func fault(opening words: String = words) throws -> VaultFault? {
        let passphrase = try passphrase(words)
        do throws(VaultFault) {
            _ = try Vault.open(path, passphrase: passphrase, random: random, time: time)
            return nil
        } catch {
            return error
        }
    }

    var bytes: [UInt8] { FileBytes.read(path) }

    func replace(with bytes: [UInt8]) { FileBytes.write(bytes, to: path) }
}

func passphrase(_ words: String) throws -> Passphrase {
    var bytes = Array(words.utf8)
    return try Passphrase(wiping: &bytes)
}

func secret(_ text: String) throws -> Secret { try Secret(copying: text.utf8) }

extension Vault {
    /// A value as the test wrote it.
    func text(_ name: String) throws -> String? {
        try secret(named: name)?.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// Files as a test reads and spoils them.
enum FileBytes {
    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    /// Over what is there: a file that is cut to nothing first would be flushed to the disk when it is closed.
    static func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        #expect(ftruncate(file, bytes.count) == 0)
    }

    /// In order.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    static func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}
