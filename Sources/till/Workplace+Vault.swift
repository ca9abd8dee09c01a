import Files
import Ports
import Vault

/// The credential file as far as nobody has to be asked.
extension Workplace {
    /// Its name in the data folder.
    static let credentialFile = "credentials.till"

    func vaultPath() throws(Stop) -> String { try dataFolder() + "/" + Self.credentialFile }

    func openVault(with passphrase: Passphrase) throws(Stop) -> Vault {
        let (path, random) = (try vaultPath(), try random())
        do throws(VaultFault) {
            return try Vault.open(path, passphrase: passphrase, random: random, time: time)
        } catch {
            throw Stop(error, path)
        }
    }

    /// Unlocks the file with the passphrase file, or with the key that the kernel keeps for a shift.
    /// - Returns: nil where there is neither.
    func openVaultUnasked() throws(Stop) -> Vault? {
        if let passphrase = try knownPassphrase() { return try openVault(with: passphrase) }
        let (path, random) = (try vaultPath(), try random())
        do throws(VaultFault) { return try Vault.openKept(path, random: random, time: time) } catch {
            throw Stop(error, path)
        }
    }

    /// The passphrase from the file that `--passphrase-file` or the environment names.
    func knownPassphrase() throws(Stop) -> Passphrase? {
        guard let file = invocation.passphraseFile ?? environment["TILL_VAULT_PASSPHRASE_FILE"] else { return nil }
        return try passphrase(inFile: file)
    }

    func passphrase(inFile file: String) throws(Stop) -> Passphrase {
        var bytes: [UInt8]
        do throws(FileFault) {
            bytes = try SmallFile.read(file, limit: Passphrase.longest + 2, for: .ownerOnly)
        } catch .tooOpen {
            throw Stop(.unsafe, "passphrase-file-too-open", ["file": file])
        } catch .tooLarge {
            throw Stop(PassphraseFault.tooLong)
        } catch {
            throw Stop(.usage, "passphrase-file-unreadable", ["file": file])
        }
        do throws(PassphraseFault) { return try Passphrase(fileContent: &bytes) } catch { throw Stop(error) }
    }
}
