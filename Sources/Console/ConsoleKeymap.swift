public import Screen

/// The keys as they are without a configuration. Key bar, help page and the README's table come from it.
public enum ConsoleKeymap {
    public typealias Map = Keymap<ConsolePage, ConsoleCommand>

    public static let standard = Map(pages + everywhere)

    private static let pages: [Map.Binding] =
        sale + reader
        + [
            binding(.readers, .go, [.enter], "key.choose"),
            binding(.readers, .search, [.character("s"), .character("/")], "key.search"),
            binding(.readers, .pair, [.character("p")], "key.pair"),
            binding(.readers, .unpair, [.character("u")], "key.unpair"),
            binding(.readers, .showAll, [.character("a")], "key.showAll"),
            binding(.readers, .drop, [.character("d")], "key.drop", inBar: false),
            binding(.readers, .reader, readerKeys, "key.reader"),
            binding(.connection, .go, [.enter], "key.go"),
            binding(.connection, .reader, readerKeys, "key.reader"),
            binding(.connection, .account, accountKeys, "key.account", inBar: false),
            binding(.connection, .updates, updatesKeys, "key.updates", inBar: false),
            binding(.status, .cancel, [.function(8)], "key.cancel"),
            binding(.signature, .accept, [.function(9)], "key.accept"),
            binding(.signature, .decline, [.character("d"), .shiftFunction(9)], "key.decline"),
        ] + pad + [
            binding(.receipt, .go, [.enter], "key.go"),
            binding(.receipt, .refund, [.character("r")], "key.refund"),
            binding(.receipt, .reverse, [.character("v")], "key.reverse"),
            binding(.receipt, .tip, [.character("t")], "key.tip"),
            binding(.receipt, .capture, [.character("c")], "key.capture"),
            binding(.receipt, .refer, [.character("p")], "key.refer"),
            binding(.receipt, .next, [.tab, .right, .character("l")], "key.otherCopy"),
            binding(.receipt, .previous, [.backTab, .left, .character("h")], "key.otherCopy", inBar: false),
            binding(.history, .go, [.enter], "key.choose"),
            binding(.history, .search, [.character("/")], "key.search"),
            binding(.resolve, .go, [.enter], "key.askAgain"),
            binding(.resolve, .keep, [.character("p")], "key.keep"),
            binding(.resolve, .reverse, [.character("v")], "key.undo"),
            binding(.lock, .go, [.enter], "key.go"),
        ] + account

    /// The same where customers sign on paper: arrows and the space bar do what they do elsewhere.
    static let withoutPad: Map = {
        let isForPad = { (binding: Map.Binding) in
            pad.contains { $0.page == binding.page && $0.command == binding.command }
        }
        return Map(standard.bindings.filter { !isForPad($0) })
    }()

    /// A customer's pen.
    private static let pad = [
        binding(.signature, .go, [.enter], "key.accept", inBar: false),
        binding(.signature, .pen, [.character(" ")], "key.pen"),
        binding(.signature, .takeBack, [.character("u"), .backspace], "key.takeBack"),
        binding(.signature, .wipe, [.character("x")], "key.wipe"),
        binding(.signature, .left, [.left, .character("h")], "key.left", inBar: false),
        binding(.signature, .right, [.right, .character("l")], "key.right", inBar: false),
    ]

    /// Sale names the keys of its fields beside the fields.
    private static let sale = [
        binding(.sale, .go, [.enter], "key.charge"),
        binding(.sale, .reference, [.function(4)], "key.reference", inBar: false),
        binding(.sale, .currency, [.function(5)], "key.currency", inBar: false),
        binding(.sale, .operation, [.function(7)], "key.operation", inBar: false),
        binding(.sale, .reader, readerKeys, "key.reader", inBar: false),
        binding(.sale, .account, accountKeys, "key.account", inBar: false),
        binding(.sale, .updates, updatesKeys, "key.updates", inBar: false),
        binding(.sale, .next, [.tab, .down], "key.next", inBar: false),
        binding(.sale, .previous, [.backTab, .up], "key.previous", inBar: false),
    ]

    /// Where a reader is chosen or used.
    private static let readerKeys: [Key] = [.character("i"), .control("r")]

    private static let accountKeys: [Key] = [.character("a"), .control("a")]

    private static let updatesKeys: [Key] = [.character("t")]

    private static let account = [
        binding(.account, .go, [.enter], "key.go"),
        binding(.account, .logIn, [.character("l")], "key.logIn"),
        binding(.account, .forgetAccount, [.character("f")], "key.forgetAccount"),
        binding(.account, .updates, updatesKeys, "key.updates"),
        binding(.account, .next, [.tab, .right], "key.next", inBar: false),
        binding(.account, .previous, [.backTab, .left], "key.previous", inBar: false),
        binding(.updates, .fullUpdate, [.character("f")], "key.fullUpdate"),
        binding(.updates, .normalUpdate, [.character("n")], "key.normalUpdate"),
    ]

    private static let reader = [
        binding(.reader, .account, accountKeys, "key.account"),
        binding(.reader, .update, [.character("u")], "key.update"),
        binding(.reader, .fetchLog, [.character("f")], "key.fetchLog"),
        binding(.reader, .clearLog, [.character("c")], "key.clearLog"),
        binding(.reader, .scanner, [.character("s")], "key.scanner"),
        binding(.reader, .testConnection, [.character("b")], "key.testConnection"),
        binding(.reader, .endOfDay, [.character("e")], "key.endOfDay"),
        binding(.reader, .points, [.character("p")], "key.points"),
        binding(.reader, .levelDown, [.left, .character("h")], "key.levelDown", inBar: false),
        binding(.reader, .levelUp, [.right, .character("l")], "key.levelUp", inBar: false),
    ]

    private static let everywhere = [
        binding(nil, .help, [.function(1), .character("?")], "key.help"),
        binding(nil, .readers, [.function(2)], "key.readers"),
        binding(nil, .history, [.function(3)], "key.history"),
        binding(nil, .back, [.escape], "key.back"),
        binding(nil, .quit, [.function(10), .character("q")], "key.quit"),
        binding(nil, .interrupt, [.control("c")], "key.interrupt", inBar: false),
        binding(nil, .suspend, [.control("z")], "key.suspend", inBar: false),
        binding(nil, .language, [.function(11), .control("l")], "key.language", inBar: false),
        binding(nil, .theme, [.function(12), .control("t")], "key.theme", inBar: false),
        binding(nil, .lock, [.control("k")], "key.lock", inBar: false),
        binding(nil, .up, [.up, .character("k")], "key.up", inBar: false),
        binding(nil, .down, [.down, .character("j")], "key.down", inBar: false),
        binding(nil, .pageUp, [.pageUp], "key.pageUp", inBar: false),
        binding(nil, .pageDown, [.pageDown, .character(" ")], "key.pageDown", inBar: false),
        binding(nil, .top, [.home, .character("g")], "key.top", inBar: false),
        binding(nil, .bottom, [.end, .character("G")], "key.bottom", inBar: false),
    ]

    private static func binding(
        _ page: ConsolePage?, _ command: ConsoleCommand, _ keys: [Key], _ label: String, inBar: Bool = true
    ) -> Map.Binding {
        Map.Binding(page, command, keys, label: label, inBar: inBar)
    }
}
