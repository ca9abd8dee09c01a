import Screen

/// What ncurses hands over: a character, or a key it knows.
enum InputCode: Hashable {
    case character(Unicode.Scalar)
    case key(Key)
    case pasteStart, pasteEnd
}

/// Makes keys of input. It swallows escape sequences that nobody knows, so that their tail is never taken for text, and
/// collects pasted text.
struct InputDecoder {
    /// The most characters of one paste that are kept. [own choice]
    static let pasteLimit = 65_536

    private enum State: Hashable {
        case plain
        /// After ESC: alone, it was the key.
        case escape
        /// Inside a sequence that began with ESC and `[` or `O`.
        case sequence
        case paste
    }

    private var state = State.plain
    private var pasted: [Unicode.Scalar] = []
    /// The sequence so far, after its introducer; of a long one only the beginning.
    private var sequence = ""
    private static let sequenceLimit = 32
    private var keys: [Key] = []

    /// A paste has begun and not ended.
    var isPasting: Bool { state == .paste }

    mutating func feed(_ code: InputCode) {
        switch (state, code) {
        case (.paste, .pasteEnd): endPaste()
        case (.paste, .character(let scalar)): if pasted.count < Self.pasteLimit { pasted.append(scalar) }
        case (.paste, _): return
        case (.escape, .character("[")), (.escape, .character("O")):
            state = .sequence
            sequence = ""
        case (.sequence, .character(let scalar)): extendSequence(by: scalar)
        case (.escape, _), (.sequence, _):
            endEscape()
            feed(code)
        case (.plain, .pasteStart): state = .paste
        case (.plain, .pasteEnd): return
        case (.plain, .key(let key)): keys.append(key)
        case (.plain, .character("\u{1B}")): state = .escape
        case (.plain, .character(let scalar)): keys += Self.key(for: scalar).map { [$0] } ?? []
        }
    }

    /// The keys so far. Nothing more is waiting, so an escape was the key.
    mutating func take() -> [Key] {
        endEscape()
        defer { keys = [] }
        return keys
    }

    /// Gives up waiting for the end of a paste.
    mutating func endPaste() {
        guard isPasting else { return }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: pasted)
        keys.append(.paste(String(text)))
        state = .plain
        pasted = []
    }

    private mutating func extendSequence(by scalar: Unicode.Scalar) {
        if (0x40...0x7E).contains(scalar.value) || scalar.value < 0x20 {
            state = .plain
            if let event = MouseEvent(sequence: sequence, final: scalar) { keys.append(.mouse(event)) }
        } else if sequence.utf8.count < Self.sequenceLimit {
            sequence.unicodeScalars.append(scalar)
        }
    }

    private mutating func endEscape() {
        if state == .escape { keys.append(.escape) }
        if state == .escape || state == .sequence { state = .plain }
    }

    private static func key(for scalar: Unicode.Scalar) -> Key? {
        switch scalar.value {
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: Unicode.Scalar(scalar.value + 0x60).map { .control(Character($0)) }
        case 0x00...0x1F, 0x80...0x9F: nil
        default: .character(Character(scalar))
        }
    }
}

extension MouseEvent {
    /// Reads `<BUTTON;COLUMN;ROW` and `M` or `m`, what follows ESC `[` in a mouse report of the kind SGR.
    fileprivate init?(sequence: String, final: Unicode.Scalar) {
        let numbers = sequence.dropFirst().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard sequence.first == "<", numbers.count == 3, final == "M" || final == "m",
            let button = numbers[0], let column = numbers[1], let row = numbers[2], column > 0, row > 0
        else { return nil }
        let place = Point(x: column - 1, y: row - 1)
        switch button {
        case 64: self.init(.wheelUp, at: place)
        case 65: self.init(.wheelDown, at: place)
        case 0: self.init(final == "M" ? .press : .release, at: place)
        case 32...35: self.init(.move, at: place)
        default: return nil
        }
    }
}
