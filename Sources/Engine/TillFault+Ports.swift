public import Checkout
public import Ports

extension TillFault {
    /// A link that could not be opened.
    public init(link fault: LinkFault) {
        let code = fault.systemCode == 0 ? "" : String(fault.systemCode)
        self.init("link-\(Self.words[fault.kind] ?? "other")", .unreachable, detail: code)
    }

    /// A journal that could not be written.
    public init(journal fault: JournalFault) {
        switch fault {
        case .locked(let pid): self.init("journal-locked", .busy, detail: pid.map(String.init) ?? "")
        case .diskFull: self.init("journal-disk-full", .journal)
        case .readOnly: self.init("journal-read-only", .journal)
        case .permissionDenied: self.init("journal-permission", .journal)
        case .damaged(let place): self.init("journal-damaged", .journal, detail: place)
        case .newerVersion(let version): self.init("journal-newer", .journal, detail: String(version))
        case .other(let code): self.init("journal-other", .journal, detail: String(code))
        }
    }

    private static let words: [LinkFault.Kind: String] = [
        .notFound: "not-found", .permissionDenied: "permission", .busy: "busy", .refused: "refused",
        .timedOut: "timed-out", .lost: "lost", .nameNotResolved: "name", .tlsFailed: "tls",
        .notAllowed: "not-allowed", .notSupported: "not-supported",
        .notPaired: "not-paired", .claimed: "claimed", .radioOff: "radio-off",
    ]
}
