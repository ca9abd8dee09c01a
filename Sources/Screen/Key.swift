/// A key press, or whatever else comes in where keys do.
public enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
    case shiftFunction(Int)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    /// Pasted text, whole and as it came. A line break in it is never an Enter.
    case paste(String)
    case mouse(MouseEvent)
    case resize
}

/// What a mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case press, release, move, wheelUp, wheelDown
    }

    public var action: Action
    public var place: Point

    public init(_ action: Action, at place: Point) {
        self.action = action
        self.place = place
    }
}

extension Key {
    private static let named: [(name: String, key: Key)] = [
        ("enter", .enter), ("esc", .escape), ("tab", .tab), ("shift-tab", .backTab), ("backspace", .backspace),
        ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
        ("home", .home), ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("space", .character(" ")),
    ]

    /// Reads a key as a configuration file names it: `f2`, `shift-f9`, `ctrl-p`, `enter`, `?`.
    public init?(configured name: String) {
        if let key = Self.named.first(where: { $0.name == name })?.key {
            self = key
        } else if name.count == 1, let character = name.first, !character.isWhitespace {
            self = .character(character)
        } else if let number = Self.number(after: "f", in: name) {
            self = .function(number)
        } else if let number = Self.number(after: "shift-f", in: name) {
            self = .shiftFunction(number)
        } else if name.hasPrefix("ctrl-"), name.count == 6, let letter = name.last, ("a"..."z").contains(letter) {
            self = .control(letter)
        } else {
            return nil
        }
    }

    private static func number(after prefix: String, in name: String) -> Int? {
        guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), (1...12).contains(number)
        else { return nil }
        return number
    }

    /// The catalogue's key for this key's name and what to fill in; nil for a character, which is its own name.
    public var nameKey: (key: String, arguments: [String: String])? {
        switch self {
        case .character(" "): ("key.name.space", [:])
        case .function(let number): ("key.name.function", ["number": String(number)])
        case .shiftFunction(let number): ("key.name.shiftFunction", ["number": String(number)])
        case .control(let letter): ("key.name.control", ["letter": letter.uppercased()])
        case .enter: ("key.name.enter", [:])
        case .escape: ("key.name.escape", [:])
        case .tab: ("key.name.tab", [:])
        case .backTab: ("key.name.backTab", [:])
        case .backspace: ("key.name.backspace", [:])
        case .delete: ("key.name.delete", [:])
        case .insert: ("key.name.insert", [:])
        case .up: ("key.name.up", [:])
        case .down: ("key.name.down", [:])
        case .left: ("key.name.left", [:])
        case .right: ("key.name.right", [:])
        case .home: ("key.name.home", [:])
        case .end: ("key.name.end", [:])
        case .pageUp: ("key.name.pageUp", [:])
        case .pageDown: ("key.name.pageDown", [:])
        case .character, .paste, .mouse, .resize: nil
        }
    }
}
