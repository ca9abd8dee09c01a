import Checkout
import Crypto
import Glibc
import Localization
import Payments
import Vault

/// `till vault`: what stands in the credential file by name, never by value.
struct VaultCommand {
    enum Action: String {
        case create = "init"
        case list, set, remove, passphrase, verify
        /// Leave the key with the kernel for a shift, and take it away again.
        case unlock, lock

        var takesName: Bool { self == .set || self == .remove }
    }

    private let place: Workplace
    private let file: CredentialFile
    private let action: Action
    private let name: String

    init(_ file: CredentialFile, action: String, name: String?) throws(Stop) {
        guard let known = Action(rawValue: action) else { throw Stop(.usage, "vault-action", ["action": action]) }
        guard known.takesName == (name != nil) else { throw Stop(.usage, "vault-name", ["action": action]) }
        if let name, known == .set, !Vault.isName(name) { throw Stop(.usage, "vault-bad-name") }
        self.action = known
        self.name = name ?? ""
        self.file = file
        place = file.place
    }

    func run() throws(Stop) {
        switch action {
        case .create: told("created", try file.create().path)
        case .list: list(try permitted())
        case .set: try set(try permitted())
        case .remove: try changing(try permitted()) { (vault) throws(VaultFault) in try vault.remove(name) }
        case .passphrase: try changePassphrase(try permitted())
        case .verify: try verify(try file.open())
        case .unlock: try unlock(try file.openAnew())
        case .lock: try lock()
        }
    }

    /// Unlocks the file. Where there are operators, who may see to secrets signs in, and that is written down.
    private func permitted() throws(Stop) -> Vault {
        // An operator's entry is made by “till operator” alone: it has rules of its own.
        if [.set, .remove].contains(action), name.hasPrefix("operator/") { throw Stop(.usage, "vault-operator-entry") }
        // A key that is kept for a shift is not enough to shut everybody else out.
        let vault = action == .passphrase ? try file.openAnew() : try file.open()
        place.credentials.unlock(vault)
        let deed = Deed.use(.secrets, what: name.isEmpty ? action.rawValue : "\(action.rawValue) \(name)")
        try Gate(place: place, signals: file.signals, training: false).permit(deed, signals: file.signals)
        return vault
    }

    private func list(_ vault: Vault) {
        for name in vault.names {
            place.invocation.json
                ? Output.json(.object([("event", "entry"), ("name", .string(name))])) : Output.line(name)
        }
    }

    private func set(_ vault: Vault) throws(Stop) {
        var value = isatty(STDIN_FILENO) == 1 ? try file.askValue(of: name) : try Self.standardInput()
        defer { wipe(&value) }
        let secret: Secret
        do throws(SecretError) {
            // A reader's secret is looked at now, not at the first sale.
            if name.hasPrefix("reader/") { _ = try Secret(hex: value) }
            secret = try Secret(copying: value)
        } catch .noMemory {
            throw Stop(.credentials, "vault-no-memory")
        } catch .empty {
            throw Stop(.usage, "vault-value-empty")
        } catch {
            throw Stop(.usage, "secret-malformed")
        }
        try changing(vault) { (vault) throws(VaultFault) in try vault.set(name, secret) }
    }

    private func changePassphrase(_ vault: Vault) throws(Stop) {
        let given = place.invocation.newPassphraseFile
        let passphrase = if let given { try place.passphrase(inFile: given) } else { try file.askTwice() }
        try changing(vault) { (vault) throws(VaultFault) in try vault.change(to: passphrase) }
    }

    private func verify(_ vault: Vault) throws(Stop) {
        do throws(VaultFault) {
            let count = try vault.verify()
            guard !place.invocation.json else {
                return Output.json(.object([("event", "verified"), ("entries", .integer(Int64(count)))]))
            }
            Output.line(place.catalogue.plural("vault.verified", count))
        } catch {
            throw Stop(error, vault.path)
        }
    }

    private func unlock(_ vault: Vault) throws(Stop) {
        let hours = place.invocation.hours ?? place.configuration.keyringHours ?? Self.usualShift
        do throws(KeyringFault) { try vault.keep(for: .seconds(hours * 3600)) } catch {
            throw Stop(.credentials, "keyring-unavailable")
        }
        guard !place.invocation.json else { return }
        Output.message(place.catalogue.plural("vault.kept", hours))
    }

    private func lock() throws(Stop) {
        let path = try file.path()
        do throws(VaultFault) { try Vault.forgetKept(path) } catch { throw Stop(error, path) }
        told(action.rawValue, name)
    }

    /// In hours. *own choice*
    private static let usualShift = 8

    private func changing(_ vault: Vault, _ change: (Vault) throws(VaultFault) -> Void) throws(Stop) {
        do throws(VaultFault) {
            try change(vault)
        } catch {
            throw Stop(error, vault.path)
        }
        told(action.rawValue, name)
    }

    private func told(_ what: String, _ name: String) {
        guard !place.invocation.json else { return }
        Output.message(place.catalogue.text("vault.done.\(what)", ["name": name]))
    }

    /// All of it, without one line end at its end.
    private static func standardInput() throws(Stop) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(longestInput + 1)
        var buffer = [UInt8](repeating: 0, count: 4096)
        defer { wipe(&buffer) }
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            guard bytes.count + count <= longestInput else {
                wipe(&bytes)
                throw Stop(.usage, "vault-too-large")
            }
            bytes += buffer[..<count]
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// A value and its line end, in bytes.
    private static let longestInput = (64 << 10) + 2
}
