import Archives
import Text

/// What goes into a support archive, and what doesn't. Everything passes through `Confidential` on the way in.
struct SupportBundle {
    struct Item {
        var entry: TarGzip.Entry
        /// In how many places something was hidden.
        var hidden: Int
    }

    /// Something that was asked for and stays out.
    struct Omission {
        /// The locale's key under `bundle.reason.`.
        enum Reason: String {
            case unreadable, notRegular, notText, tooLarge, noRoom, secretFile, foreignCapture, damagedCapture
        }

        var name: String
        var reason: Reason
    }

    /// The most bytes of one entry and of all. [own choice]
    static let entryLimit = 8 << 20
    static let totalLimit = 64 << 20

    private(set) var items: [Item] = []
    private(set) var omissions: [Omission] = []
    /// The user's folder, which stands in the archive as `~`.
    let home: String?

    var size: Int { items.reduce(0) { $0 + $1.entry.content.count } }

    init(home: String?) { self.home = home }

    /// Takes a text, with what must not leave hidden in it.
    mutating func add(_ name: String, text: String) {
        let (hidden, places) = Confidential.hide(withoutHome(text))
        add(name, Array(hidden.utf8), hidden: places)
    }

    /// Takes bytes that hold nothing which must not leave.
    mutating func add(_ name: String, _ content: [UInt8], hidden: Int = 0) {
        guard content.count <= Self.entryLimit else { return leaveOut(name, .tooLarge) }
        guard size + content.count <= Self.totalLimit else { return leaveOut(name, .noRoom) }
        items.append(Item(entry: TarGzip.Entry(name: name, content: content), hidden: hidden))
    }

    mutating func leaveOut(_ name: String, _ reason: Omission.Reason) {
        omissions.append(Omission(name: Confidential.hide(withoutHome(name)).text, reason: reason))
    }

    private func withoutHome(_ text: String) -> String {
        guard let home, home.count > 1 else { return text }
        return text.split(separator: home, omittingEmptySubsequences: false).joined(separator: "~")
    }
}
