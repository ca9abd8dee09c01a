import Screen
import Testing

@Suite("keys, key map and key bar")
struct KeymapTests {
    enum Page { case sale, readers }
    enum Command { case help, readers, quit, choose }

    private let keymap = Keymap<Page, Command>([
        .init(nil, .help, [.function(1), .character("?")], label: "key.help"),
        .init(.sale, .readers, [.function(2)], label: "key.readers"),
        .init(.sale, .quit, [.function(10), .character("q")], label: "key.quit"),
        .init(.readers, .choose, [.enter, .function(1)], label: "key.choose", inBar: false),
    ])

    @Test("a page's own keys come before those of every page")
    func lookup() {
        #expect(keymap.command(for: .function(1), on: .sale) == .help)
        #expect(keymap.command(for: .function(1), on: .readers) == .choose)
        #expect(keymap.command(for: .function(2), on: .readers) == nil)
    }

    @Test("a letter typed in a text field is text, a function key is not")
    func typing() {
        #expect(keymap.command(for: .character("q"), on: .sale) == .quit)
        #expect(keymap.command(for: .character("q"), on: .sale, typing: true) == nil)
        #expect(keymap.command(for: .function(10), on: .sale, typing: true) == .quit)
    }

    @Test("a key that two commands of a page want is a conflict")
    func conflicts() {
        var changed = keymap
        #expect(changed.conflicts.isEmpty)
        changed.rebind(.quit, to: [.function(2)])
        let conflict = changed.conflicts.first
        #expect(changed.conflicts.count == 1 && conflict?.key == .function(2))
        #expect(conflict?.first == .readers && conflict?.second == .quit)
    }

    @Test(
        "a configuration names keys in words",
        arguments: [
            ("f12", Key.function(12)), ("shift-f9", .shiftFunction(9)), ("ctrl-p", .control("p")),
            ("?", .character("?")),
            ("é", .character("é")), ("page-up", .pageUp), ("space", .character(" ")), ("f", .character("f")),
        ])
    func names(_ name: String, _ key: Key) {
        #expect(Key(configured: name) == key)
    }

    @Test(
        "what names no key is refused",
        arguments: ["", "f0", "f13", "ctrl-1", "shift-f", "ctrl-", "enterr", "\n", "F1"])
    func noNames(_ name: String) {
        #expect(Key(configured: name) == nil)
    }

    private let bar = KeyBar([
        .init(key: "F1", label: "Aide"), .init(key: "F2", label: "Lecteurs"), .init(key: "F10", label: "Quitter"),
    ])

    @Test("labels shorten, the longest first; keys never do", arguments: 0...40)
    func fits(_ width: Int) {
        let fitted = bar.fitted(to: width)
        let text = fitted.map { $0.label.isEmpty ? $0.key : $0.key + " " + $0.label }.joined(separator: "  ")
        #expect(text.count <= width)
        #expect(fitted.map(\.key) == Array(bar.entries.map(\.key).prefix(fitted.count)))
        #expect(width < 11 || fitted.count == 3)
    }

    @Test("the bar is drawn with its keys and what is off")
    func drawn() {
        var canvas = Canvas(Size(width: 26, height: 1))
        var bar = bar
        bar.entries[1].enabled = false
        bar.draw(in: &canvas, y: 0)
        #expect(canvas.grid.line(0) == " F1 Ai…  F2 Le…  F10 Qu…")
        #expect(canvas.grid[1, 0].role == .keybarKey && canvas.grid[9, 0].role == .keybarOff)
    }
}
