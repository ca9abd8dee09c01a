import Screen
import Settings
import TestKit
import Testing

@Suite("themes are complete and readable")
struct ThemeTests {
    static let shipped = ["dark", "light"]

    private func theme(_ name: String) throws -> (theme: Theme, problems: [SettingsError]) {
        let path = "Themes/\(name).yaml"
        return Theme.read(try SettingsNode(yaml: Repository.bytes(path), file: path), name: name)
    }

    private func read(_ yaml: String) throws -> (theme: Theme, problems: [SettingsError]) {
        Theme.read(try SettingsNode(yaml: Array(yaml.utf8), file: "mine.yaml"), name: "mine")
    }

    @Test("every role is there and nothing else", arguments: shipped)
    func complete(_ name: String) throws {
        #expect(try theme(name).problems.map(\.description) == [])
    }

    @Test("every role is read well, in full colour and in few", arguments: shipped)
    func contrast(_ name: String) throws {
        let theme = try theme(name).theme
        for role in Role.allCases {
            let style = theme[role]
            #expect(style.foreground.contrast(with: style.background) >= Style.leastContrast, "\(role)")
            for depth in [ColorDepth.eight, .sixteen, .palette] {
                let reduced = style.reduced(to: depth, plain: theme[.text])
                let colors = [reduced.foreground, reduced.background].compactMap { $0 }.map(color)
                #expect(
                    colors.count == 2 && colors[0].contrast(with: colors[1]) >= Style.leastContrast, "\(role) \(depth)")
            }
        }
    }

    @Test("without colours what has a ground of its own is reversed", arguments: shipped)
    func mono(_ name: String) throws {
        let theme = try theme(name).theme
        let reduced = { (role: Role) in theme[role].reduced(to: .mono, plain: theme[.text]) }
        #expect(reduced(.focus).reverse && reduced(.training).reverse && !reduced(.text).reverse)
        #expect(reduced(.focus).foreground == nil && reduced(.warning).bold)
    }

    @Test("the compiled-in theme is the dark file")
    func embedded() throws {
        #expect(try theme("dark").theme == Theme.builtIn)
    }

    @Test("a bad value names file, line and key, and the role looks as it did")
    func badValue() throws {
        let (theme, problems) = try read(
            "extends: dark\nroles:\n  focus: { foreground: \"#12\", bold: perhaps }\n  text: { foreground: brightRed }")
        #expect(
            problems.map(\.description) == [
                "mine.yaml:3:24: roles.focus.foreground: expected #rrggbb or the name of a colour",
                "mine.yaml:3:37: roles.focus.bold: expected true or false",
            ])
        #expect(theme[.focus] == Theme.builtIn[.focus])
        #expect(theme[.text].foreground == Color(red: 255, green: 0, blue: 0))
        #expect(theme[.text].background == Theme.builtIn[.text].background)
    }

    @Test("a missing role, an unknown one and another parent are told")
    func keys() throws {
        #expect(try read("roles: {}").problems.count == Role.allCases.count)
        #expect(try read("extends: dark\nroles: { blink: {} }").problems.map(\.problem) == [.unknownKey])
        #expect(try read("extends: pink\nroles: {}").problems.first?.problem == .notOneOf(["dark"]))
        #expect(try read("colours: {}").problems.map(\.problem) == [.unknownKey, .missingKey])
    }

    @Test("contrast is WCAG's")
    func ratio() {
        let black = Color(red: 0, green: 0, blue: 0)
        let white = Color(red: 255, green: 255, blue: 255)
        #expect(abs(black.contrast(with: white) - 21) < 0.01)
        #expect(abs(Color(red: 0x77, green: 0x77, blue: 0x77).contrast(with: white) - 4.48) < 0.01)
        #expect(white.contrast(with: white) == 1)
    }

    @Test(
        "a terminal's colours decide the depth",
        arguments: [(0, ColorDepth.mono), (8, .eight), (88, .sixteen), (256, .palette), (1 << 24, .direct)])
    func depth(_ colors: Int, _ depth: ColorDepth) {
        #expect(ColorDepth(colors: colors) == depth)
    }

    /// The palette once more, by xterm's own rule.
    private func color(_ number: Int) -> Color {
        if number < 16 {
            let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
            let bright = [
                "brightBlack", "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightMagenta", "brightCyan",
                "brightWhite",
            ]
            return Color((names + bright)[number]) ?? Color(red: 0, green: 0, blue: 0)
        }
        if number >= 232 {
            let grey = UInt8(8 + (number - 232) * 10)
            return Color(red: grey, green: grey, blue: grey)
        }
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        return Color(
            red: steps[(number - 16) / 36], green: steps[(number - 16) / 6 % 6], blue: steps[(number - 16) % 6])
    }
}
