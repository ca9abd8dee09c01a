import Archives
import CPosix
import Checkout
import Files
import Glibc
import Localization
import Payments
import Terminal
import Text
import Transports

/// `till support-bundle`: an archive for support that shows what is in it before it is written, and holds neither card
/// numbers nor secrets (rows N13, P13). It is sent nowhere.
struct SupportBundleCommand {
    let place: Workplace
    let file: String
    /// Files to put in besides.
    let includes: [String]
    /// Write without asking.
    let yes: Bool
    let signals: SignalInbox

    private var isJSON: Bool { place.invocation.json }

    func run() throws(Stop) {
        guard TarGzip.libraryVersion != nil else { throw Stop(.fault, "archive-missing", ["package": TarGzip.package]) }
        try checkPlace()
        if try place.journalNamesOperators() {
            let vault = try CredentialFile(place: place, signals: signals).openIfPresent()
            if let vault { place.credentials.unlock(vault) }
            try Gate(place: place, signals: signals, training: false).permit(
                .use(.logFetch, what: "support-bundle"), signals: signals)
        }
        var bundle = SupportBundle(home: place.environment["HOME"])
        bundle.addOwn(of: place)
        bundle.addTraces(of: place, besides: secretFiles)
        for (index, path) in includes.enumerated() {
            bundle.include(path, as: "included/\(index + 1)", besides: secretFiles)
        }
        show(bundle)
        guard try isWanted() else { return Output.message(place.catalogue.text("bundle.notWritten")) }
        try write(bundle)
    }

    /// A link is not followed, and nothing but a file is replaced.
    private func checkPlace() throws(Stop) {
        var status = stat()
        guard lstat(file, &status) == 0 else { return }
        guard cposix_is_regular(status.st_mode) else { throw Stop(.usage, "bundle-not-regular", ["file": file]) }
    }

    /// What is never opened, whoever names it.
    private var secretFiles: [String] {
        let invocation = place.invocation
        let vault = place.paths.data(invocation.dataDirectory).map { $0 + "/" + Workplace.credentialFile }
        return [
            vault, invocation.secretFile, place.configuration.secretFile, invocation.passphraseFile,
            invocation.newPassphraseFile, invocation.pinFile, invocation.supervisorPINFile, invocation.newPINFile,
            invocation.readerPINFile, place.environment["TILL_VAULT_PASSPHRASE_FILE"],
        ].compactMap(\.self)
    }

    private func write(_ bundle: SupportBundle) throws(Stop) {
        let bytes: [UInt8]
        do throws(ArchiveFault) {
            bytes = try TarGzip.pack(bundle.items.map(\.entry), at: place.time.wallTime())
        } catch {
            throw Stop(.fault, "bundle-not-packed")
        }
        do throws(FileFault) {
            try Replacement(of: file, with: bytes).run()
        } catch {
            throw Stop(.fault, "bundle-unwritable", ["file": file])
        }
        guard !isJSON else {
            return Output.json(
                .object([("event", "bundle"), ("file", .string(file)), ("size", .integer(Int64(bytes.count)))]))
        }
        Output.line(place.catalogue.text("bundle.written", ["file": printable(file)]))
    }
}

// MARK: The question

extension SupportBundleCommand {
    private func show(_ bundle: SupportBundle) {
        guard !isJSON else { return showJSON(bundle) }
        let catalogue = place.catalogue
        let names = bundle.items.map(\.entry.name)
        let column = (names.map { cellWidth(of: $0) }.max() ?? 0) + 2
        for item in bundle.items {
            let size = catalogue.plural("bundle.bytes", item.entry.content.count)
            let hidden = item.hidden == 0 ? "" : ", " + catalogue.plural("bundle.hidden", item.hidden)
            Output.line(padded(item.entry.name, to: column) + size + hidden)
        }
        for omission in bundle.omissions {
            let reason = catalogue.text("bundle.reason.\(omission.reason.rawValue)")
            Output.line(catalogue.text("bundle.leftOut", ["name": printable(omission.name), "reason": reason]))
        }
        if bundle.items.contains(where: { $0.hidden > 0 }) { Output.line(catalogue.text("bundle.hiddenWords")) }
    }

    private func showJSON(_ bundle: SupportBundle) {
        for item in bundle.items {
            Output.json(
                .object([
                    ("event", "entry"), ("name", .string(item.entry.name)),
                    ("size", .integer(Int64(item.entry.content.count))), ("hidden", .integer(Int64(item.hidden))),
                ]))
        }
        for omission in bundle.omissions {
            Output.json(
                .object([
                    ("event", "leftOut"), ("name", .string(omission.name)),
                    ("reason", .string(omission.reason.rawValue)),
                ]))
        }
    }

    /// Asks a person; whatever is no clear yes is a no.
    private func isWanted() throws(Stop) -> Bool {
        if yes { return true }
        guard !isJSON, isatty(STDIN_FILENO) == 1 else { throw Stop(.usage, "bundle-not-confirmed") }
        Output.prompt(place.catalogue.text("bundle.question", ["file": printable(file)]) + " ")
        let loop = CommandLoop(signals: signals)
        loop.readInput()
        for message in loop.wait() {
            switch message {
            case .input(let line):
                let words = place.catalogue.text("bundle.yesWords").split(separator: " ").map(String.init)
                return words.contains(line?.lowercased() ?? "")
            case .signal: throw Stop(.interrupted, "interrupted")
            case .engine: break
            }
        }
        return false
    }
}
