import Crypto
import Files
import Localization
import Ports
import Terminal
import Transports
import Vault

/// The way to the credential file: where it is, and who knows the passphrase.
struct CredentialFile {
    let place: Workplace
    let signals: SignalInbox

    static let name = "credentials.till"

    func path() throws(Stop) -> String { try place.dataFolder() + "/" + Self.name }

    /// - Returns: nil where there is no such file.
    func openIfPresent() throws(Stop) -> Vault? { Vault.isPresent(at: try path()) ? try open() : nil }

    /// Unlocks the file with the passphrase file, or asks.
    func open() throws(Stop) -> Vault {
        let path = try path()
        let (random, given) = (try place.random(), try known())
        let passphrase = if let given { given } else { try ask("vault.prompt.passphrase") }
        do throws(VaultFault) {
            return try Vault.open(path, passphrase: passphrase, random: random, time: place.time)
        } catch {
            throw Stop(error, path)
        }
    }

    func create() throws(Stop) -> Vault {
        let path = try path()
        // Before anybody thinks of a passphrase.
        guard !Vault.isPresent(at: path) else { throw Stop(.file(.alreadyThere), path) }
        let (random, given) = (try place.random(), try known())
        let passphrase = if let given { given } else { try askTwice() }
        do throws(VaultFault) {
            return try Vault.create(path, passphrase: passphrase, random: random, time: place.time)
        } catch {
            throw Stop(error, path)
        }
    }

    /// The passphrase from the file that `--passphrase-file` or the environment names.
    func known() throws(Stop) -> Passphrase? {
        guard let file = place.invocation.passphraseFile ?? place.environment["TILL_VAULT_PASSPHRASE_FILE"] else {
            return nil
        }
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

    /// A new passphrase, typed twice; says how good it is.
    func askTwice() throws(Stop) -> Passphrase {
        try prompting { (prompt) throws(Stop) in
            let first = try Self.passphrase(prompt, place, "vault.prompt.newPassphrase")
            prompt.tell(place.catalogue.text("vault.strength.\(first.strength.rawValue)"))
            let second = try Self.passphrase(prompt, place, "vault.prompt.again")
            guard first.secret == second.secret else { throw Stop(.usage, "passphrase-differs") }
            return first
        }
    }

    /// A value for an entry: typed without echo, or all of standard input where that is no terminal.
    func askValue(of name: String) throws(Stop) -> [UInt8] {
        try prompting { (prompt) throws(Stop) in
            let question = place.catalogue.text("vault.prompt.value", ["name": name])
            do throws(SecretPrompt.Refusal) { return try prompt.line(question) } catch { throw Stop(error) }
        }
    }

    private func ask(_ question: String) throws(Stop) -> Passphrase {
        try prompting { (prompt) throws(Stop) in try Self.passphrase(prompt, place, question) }
    }

    private static func passphrase(
        _ prompt: SecretPrompt, _ place: Workplace, _ question: String
    ) throws(Stop) -> Passphrase {
        var line: [UInt8]
        do throws(SecretPrompt.Refusal) {
            line = try prompt.line(place.catalogue.text(question))
        } catch {
            throw Stop(error)
        }
        do throws(PassphraseFault) { return try Passphrase(wiping: &line) } catch { throw Stop(error) }
    }

    private func prompting<Answer>(_ body: (SecretPrompt) throws(Stop) -> Answer) throws(Stop) -> Answer {
        let prompt: SecretPrompt
        do throws(SecretPrompt.Refusal) { prompt = try SecretPrompt(signals: signals) } catch { throw Stop(error) }
        defer { prompt.close() }
        if let recorder = Recording.program {
            prompt.tell(place.catalogue.text("vault.recorded", ["program": recorder]))
        }
        return try body(prompt)
    }
}

extension Stop {
    init(_ refusal: SecretPrompt.Refusal) {
        switch refusal {
        case .noTerminal: self.init(.credentials, "vault-locked")
        case .interrupted: self.init(.interrupted, "interrupted")
        case .tooLong: self.init(PassphraseFault.tooLong)
        }
    }

    init(_ fault: PassphraseFault) {
        switch fault {
        case .empty: self.init(.usage, "passphrase-empty")
        case .tooLong: self.init(.usage, "passphrase-too-long")
        case .hasNUL: self.init(.usage, "passphrase-has-nul")
        case .notUTF8: self.init(.usage, "passphrase-malformed")
        case .noMemory: self.init(.credentials, "vault-no-memory")
        }
    }

    init(_ fault: VaultFault, _ path: String) {
        switch fault {
        case .file(let fault): self.init(file: fault, path)
        case .wrongPassphrase: self.init(.credentials, "vault-wrong-passphrase")
        case .damaged(let part): self.init(.credentials, "vault-damaged", ["file": path, "detail": part.name])
        case .newerVersion(let version):
            self.init(.credentials, "vault-newer-version", ["file": path, "version": String(version)])
        case .noMemory: self.init(.credentials, "vault-no-memory")
        case .badName: self.init(.usage, "vault-bad-name")
        case .noSuchEntry: self.init(.usage, "vault-no-such-entry")
        case .tooLarge: self.init(.usage, "vault-too-large")
        case .passphraseChanged: self.init(.credentials, "vault-passphrase-changed")
        }
    }

    private init(file fault: FileFault, _ path: String) {
        let code =
            switch fault {
            case .missing: "vault-missing"
            case .alreadyThere: "vault-exists"
            case .denied: "vault-denied"
            case .readOnlySystem: "vault-read-only"
            case .full: "vault-disk-full"
            case .notRegular: "vault-not-regular"
            case .tooOpen: "vault-too-open"
            case .foreign: "vault-foreign"
            case .folderTooOpen: "vault-folder-too-open"
            case .tooLarge: "vault-damaged"
            case .locked: "vault-locked-by"
            case .notWritten, .other: "vault-not-written"
            }
        var arguments = ["file": path, "detail": "size"]
        if case .locked(let process) = fault { arguments["pid"] = process.map { String($0) } ?? "?" }
        if case .other(let errno) = fault { arguments["detail"] = "errno \(errno)" }
        if case .foreign(let user) = fault { arguments["user"] = String(user) }
        self.init(.credentials, code, arguments)
    }
}

extension VaultFault.Part {
    /// For engineers.
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .header: "header"
        case .index: "index"
        case .entry(let number): "entry \(number)"
        case .end: "end"
        }
    }
}
