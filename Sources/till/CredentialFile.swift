import Crypto
import Files
import Localization
import Ports
import Terminal
import Text
import Transports
import Vault

/// The way to the credential file: where it is, and who knows the passphrase.
struct CredentialFile {
    let place: Workplace
    let signals: SignalInbox

    func path() throws(Stop) -> String { try place.vaultPath() }

    /// - Returns: nil where there is no such file.
    func openIfPresent() throws(Stop) -> Vault? { Vault.isPresent(at: try path()) ? try open() : nil }

    /// Unlocks the file with the passphrase file or the key that the kernel keeps, or asks.
    func open() throws(Stop) -> Vault {
        if let vault = try place.openVaultUnasked() { return vault }
        return try place.openVault(with: try ask("vault.prompt.passphrase"))
    }

    /// Unlocks the file as only who knows the passphrase can, whatever the kernel keeps.
    func openAnew() throws(Stop) -> Vault {
        let given = try place.knownPassphrase()
        let passphrase = if let given { given } else { try ask("vault.prompt.passphrase") }
        return try place.openVault(with: passphrase)
    }

    func create() throws(Stop) -> Vault {
        let path = try path()
        // Before anybody thinks of a passphrase.
        guard !Vault.isPresent(at: path) else { throw Stop(.file(.alreadyThere), path) }
        let (random, given) = (try place.random(), try place.knownPassphrase())
        let passphrase = if let given { given } else { try askTwice() }
        do throws(VaultFault) {
            return try Vault.create(path, passphrase: passphrase, random: random, time: place.time)
        } catch {
            throw Stop(error, path)
        }
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

    /// An operator's PIN: from a file of their own, or typed.
    func pin(of name: String, file: String?) throws(Stop) -> Secret {
        if let file { return try pin(inFile: file).secret }
        return try prompting { (prompt) throws(Stop) in try Self.pin(prompt, place, "operator.prompt.pin", name).secret
        }
    }

    /// A new PIN, typed twice or from a file.
    func newPIN(of name: String) throws(Stop) -> PIN {
        let pin = if let file = place.invocation.newPINFile { try pin(inFile: file) } else { try askPINTwice(name) }
        guard !pin.isGuessable else { throw Stop(.usage, "pin-guessable") }
        return pin
    }

    private func askPINTwice(_ name: String) throws(Stop) -> PIN {
        try prompting { (prompt) throws(Stop) in
            let first = try Self.pin(prompt, place, "operator.prompt.newPIN", name)
            let second = try Self.pin(prompt, place, "operator.prompt.again", name)
            guard first.secret == second.secret else { throw Stop(.usage, "pin-differs") }
            return first
        }
    }

    private func pin(inFile file: String) throws(Stop) -> PIN {
        var bytes: [UInt8]
        do throws(FileFault) {
            bytes = try SmallFile.read(file, limit: 64, for: .ownerOnly)
        } catch .tooOpen {
            throw Stop(.unsafe, "pin-file-too-open", ["file": file])
        } catch {
            throw Stop(.usage, "pin-file-unreadable", ["file": file])
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        do throws(PINFault) { return try PIN(wiping: &bytes) } catch { throw Stop(error) }
    }

    private static func pin(
        _ prompt: SecretPrompt, _ place: Workplace, _ question: String, _ name: String
    ) throws(Stop) -> PIN {
        var line: [UInt8]
        do throws(SecretPrompt.Refusal) {
            line = try prompt.line(place.catalogue.text(question, ["name": printable(name)]))
        } catch {
            throw Stop(error)
        }
        do throws(PINFault) { return try PIN(wiping: &line) } catch { throw Stop(error) }
    }

    /// A value for an entry: typed without echo, or all of standard input where that is no terminal.
    func askValue(of name: String) throws(Stop) -> [UInt8] {
        try prompting { (prompt) throws(Stop) in
            let question = place.catalogue.text("vault.prompt.value", ["name": name])
            do throws(SecretPrompt.Refusal) { return try prompt.line(question) } catch { throw Stop(error) }
        }
    }

    /// - Parameter question: in words.
    func askSecret(_ question: String) throws(Stop) -> [UInt8] {
        try prompting { (prompt) throws(Stop) in
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

    init(_ fault: PINFault) {
        switch fault {
        case .length: self.init(.usage, "pin-length")
        case .notDigits: self.init(.usage, "pin-not-digits")
        case .noMemory: self.init(.credentials, "vault-no-memory")
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
        case .operatorEntry: "operator"
        case .end: "end"
        }
    }
}
