import Crypto
import Files
import Glibc
import Ports
import Time
import Vault

extension FuzzEntries {
    /// Through a file and with the key derivation, as a till opens it.
    public static func vault(_ bytes: [UInt8]) -> String? {
        VaultSealer.shared?.file(of: bytes).flatMap { complaint(about: $0) }
    }

    /// The same bytes taken apart in memory and with the key as it is, several times as many in the same time.
    public static func vaultBytes(_ bytes: [UInt8]) -> String? {
        guard let sealer = VaultSealer.shared, let file = sealer.file(of: bytes) else { return nil }
        do throws(VaultFault) {
            return complaint(about: try Vault.entries(of: file, key: sealer.key))
        } catch {
            return isOfTheFormat(error) ? nil : "a fault that is none of the format's: \(error)"
        }
    }

    private static func complaint(about entries: [(name: String, value: Result<Secret, VaultFault>)]) -> String? {
        for (place, entry) in entries.enumerated() {
            guard Vault.isName(entry.name) else { return "a name that is none" }
            switch entry.value {
            case .success(let value):
                guard (1...VaultSealer.longestPlain).contains(value.count) else { return "a value of no length" }
            case .failure(let fault):
                guard fault == .damaged(.entry(place + 1)) else { return "another entry's fault: \(fault)" }
            }
        }
        return nil
    }

    /// A file either doesn't open for a reason of the format's, or all that it says of itself holds.
    private static func complaint(about file: [UInt8]) -> String? {
        guard let passphrase = VaultSealer.passphrase, let place = Place(file) else { return "no place to write to" }
        do throws(VaultFault) {
            let vault = try Vault.open(place.path, passphrase: passphrase, random: Zeros(), time: Standstill())
            return complaint(about: vault, passphrase)
        } catch {
            return isOfTheFormat(error) ? nil : "a fault that is none of the format's: \(error)"
        }
    }

    private static func isOfTheFormat(_ fault: VaultFault) -> Bool {
        switch fault {
        case .damaged, .newerVersion, .wrongPassphrase, .file(.tooLarge): true
        default: false
        }
    }

    private static func complaint(about vault: Vault, _ passphrase: Passphrase) -> String? {
        let names = vault.names
        guard names == names.sorted(), Set(names).count == names.count else { return "names out of order" }
        var damaged = 0
        for (place, name) in names.enumerated() {
            do throws(VaultFault) {
                guard let value = try vault.secret(named: name) else { return "a name without a value" }
                guard (1...VaultSealer.longestPlain).contains(value.count) else { return "a value of no length" }
            } catch {
                guard error == .damaged(.entry(place + 1)) else { return "another entry's fault: \(error)" }
                damaged += 1
            }
        }
        let verified = try? vault.verify()
        guard verified == (damaged == 0 ? names.count : nil) else { return "verify has another opinion" }
        return complaint(aboutWritingTo: vault, names, passphrase)
    }

    private static func complaint(
        aboutWritingTo vault: Vault, _ names: [String], _ passphrase: Passphrase
    ) -> String? {
        do {
            let value = try Secret(copying: [1, 2, 3])
            try vault.set("z", value)
            let again = try Vault.open(vault.path, passphrase: passphrase, random: Zeros(), time: Standstill())
            guard again.names == Set(names + ["z"]).sorted() else { return "other names after a write" }
            return try again.secret(named: "z") == value ? nil : "another value after a write"
        } catch {
            return "can't be written to: \(error)"
        }
    }
}

/// A file in a folder of its own, in memory where the system has that.
private final class Place {
    let path: String
    private let folder: String

    init?(_ bytes: [UInt8]) {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/till-fuzz-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        folder = String(cString: made)
        path = folder + "/v"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { return nil }
    }

    deinit {
        for end in ["", ".lock", ".new", ".previous"] { unlink(path + end) }
        rmdir(folder)
    }
}

private struct Zeros: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

private struct Standstill: TimeSource {
    func uptime() -> Uptime { .zero }
    func wallTime() -> WallTime { WallTime(milliseconds: 0) }
    func civilTime() -> CivilTime { CivilTime(wallTime()) }
}
