/// Which keys do what on which page. The key bar, the help page and the README's table all come from it.
public struct Keymap<Page: Hashable & Sendable, Command: Hashable & Sendable>: Sendable {
    /// One line of the map.
    public struct Binding: Sendable {
        /// Nil where the command is the same on every page.
        public var page: Page?
        public var command: Command
        /// The first one is shown.
        public var keys: [Key]
        /// The catalogue's key for what stands beside the key.
        public var label: String
        /// Whether the key bar shows it; the help page shows all.
        public var inBar: Bool

        public init(_ page: Page?, _ command: Command, _ keys: [Key], label: String, inBar: Bool = true) {
            self.page = page
            self.command = command
            self.keys = keys
            self.label = label
            self.inBar = inBar
        }
    }

    /// Two commands on one key of one page.
    public struct Conflict: Hashable, Sendable {
        public var key: Key
        public var first: Command
        public var second: Command
    }

    public private(set) var bindings: [Binding] { didSet { sort() } }
    /// What each page sees, in order: it is asked for at every key and every paint. Nil is a page without bindings.
    private var visible: [Page?: [Binding]] = [:]

    public init(_ bindings: [Binding]) {
        self.bindings = bindings
        sort()
    }

    private mutating func sort() {
        let everywhere = bindings.filter { $0.page == nil }
        visible = Dictionary(grouping: bindings, by: \.page).mapValues { $0 + everywhere }
        visible[nil] = everywhere
    }

    /// What a key does on a page; the page's own bindings come before those of every page.
    /// - Parameter typing: a text field has the keyboard, so that characters are text.
    public func command(for key: Key, on page: Page, typing: Bool = false) -> Command? {
        if typing, case .character = key { return nil }
        return bindings(on: page).first { $0.keys.contains(key) }?.command
    }

    /// The page's bindings in the map's order, its own first.
    public func bindings(on page: Page) -> [Binding] { visible[page] ?? visible[nil] ?? [] }

    /// Gives a command other keys, on every page that has it.
    public mutating func rebind(_ command: Command, to keys: [Key]) {
        bindings = bindings.map { binding in
            guard binding.command == command else { return binding }
            var rebound = binding
            rebound.keys = keys
            return rebound
        }
    }

    /// Keys that two commands of one page want.
    public var conflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for (index, first) in bindings.enumerated() {
            for second in bindings[(index + 1)...] where first.page == second.page && first.command != second.command {
                for key in first.keys where second.keys.contains(key) {
                    conflicts.append(Conflict(key: key, first: first.command, second: second.command))
                }
            }
        }
        return conflicts
    }
}
