import Crypto
import Engine
import Payments
import Threads
import Vault

/// The credential file as long as this process runs: locked, or unlocked with its key in guarded memory.
final class Credentials: Sendable {
    private let vault = Locked<Vault?>(nil)

    var isUnlocked: Bool { opened != nil }

    var opened: Vault? { vault.withLock { $0 } }

    func unlock(_ vault: Vault) { self.vault.withLock { $0 = vault } }

    /// Forgets the key; its memory is wiped with it.
    func lock() { vault.withLock { $0 = nil } }

    /// Who may sign in; none while the file is locked.
    func operators() throws(Stop) -> [Operator] {
        guard let vault = opened else { return [] }
        do throws(VaultFault) { return try vault.operators() } catch { throw Stop(error, vault.path) }
    }

    /// The first entry of a folder such as `reader/`; nil while the file is locked, and where it is empty.
    func firstName(under folder: String) -> String? { opened?.names.first { $0.hasPrefix(folder) } }

    /// - Returns: nil while the file is locked, and where it has no such entry.
    func secret(named name: String) throws(Stop) -> Secret? {
        guard let vault = opened else { return nil }
        do throws(VaultFault) { return try vault.secret(named: name) } catch { throw Stop(error, vault.path) }
    }

    /// Looks at PINs on threads of their own: it takes a tenth of a second. While the file is locked none is right.
    var checkPIN: EngineSettings.PINChecker {
        { [self] name, pin, answer in
            let isStarted = startThread { [self] in
                let role = (try? opened?.role(of: name, pin: pin)) ?? nil
                answer(role)
            }
            if !isStarted { answer(nil) }
        }
    }
}
