import Settings
import Testing

@Suite("settings are read from YAML")
struct SettingsTests {
    private let sample = """
        # a comment
        currency: EUR
        readers:
          - uri: serial:///dev/ttyACM0
            baud: 115200
          - uri: tcp://127.0.0.1:9
        mouse: false
        """

    private func read(_ text: String) throws(SettingsError) -> SettingsNode {
        try SettingsNode(yaml: Array(text.utf8), file: "config.yaml")
    }

    @Test("values are found by key and know their line and column")
    func values() throws {
        let root = try read(sample)
        #expect(try root.required("currency").text() == "EUR")
        #expect(try root.required("mouse").boolean() == false)
        let second = try root.required("readers").list()[1]
        #expect(try second.required("uri").text() == "tcp://127.0.0.1:9")
        #expect(second.line == 6 && second.column == 5 && second.path == "readers[1]")
        #expect(try root.entries().map(\.key) == ["currency", "readers", "mouse"])
    }

    @Test("an empty file is an empty mapping", arguments: ["", "# nothing\n", "---\n"])
    func empty(_ text: String) throws {
        #expect(try read(text).entries().isEmpty)
    }

    @Test("a wrong value names file, line, column and key")
    func wrongValue() throws {
        let root = try read(sample)
        let error = #expect(throws: SettingsError.self) {
            try root.required("readers").list()[0].required("baud").integer(in: 1...9)
        }
        #expect(error?.description == "config.yaml:5:11: readers[0].baud: expected a number from 1 to 9")
    }

    @Test(
        "what is not settings is refused where it stands",
        arguments: [
            ("a: 1\na: 2", "config.yaml:2:1: a: this key stands here twice"),
            ("a: &x 1\nb: *x", "config.yaml:1:4: a: anchors, aliases, tags and further documents are not supported"),
            ("a: 1\n---\nb: 2", "config.yaml:2:1: anchors, aliases, tags and further documents are not supported"),
            ("a: !!int 1", "config.yaml:1:4: a: anchors, aliases, tags and further documents are not supported"),
            ("a: [1", "config.yaml:2:1: did not find expected ',' or ']'"),
        ])
    func refused(_ text: String, _ message: String) {
        let error = #expect(throws: SettingsError.self) { try read(text) }
        #expect(error?.description == message)
    }

    @Test("unknown and missing keys are told")
    func keys() throws {
        let root = try read("colour: red")
        let unknown = #expect(throws: SettingsError.self) { try root.allowKeys(["color"]) }
        #expect(unknown?.problem == .unknownKey && unknown?.key == "colour")
        let missing = #expect(throws: SettingsError.self) { try root.required("color") }
        #expect(missing?.problem == .missingKey && missing?.key == "color")
    }

    @Test("deep nesting and large files have a limit")
    func limits() {
        let deep = #expect(throws: SettingsError.self) { try read(String(repeating: "[", count: 60)) }
        #expect(deep?.problem == .tooDeep)
        let large = #expect(throws: SettingsError.self) { try read(String(repeating: "#", count: 1 << 21)) }
        #expect(large?.problem == .tooLarge)
    }

    @Test("the compiled-in table and theme can be read")
    func embedded() throws {
        #expect(try !SettingsNode(yaml: Embedded.english, file: "en.yaml").entries().isEmpty)
        #expect(try !SettingsNode(yaml: Embedded.darkTheme, file: "dark.yaml").entries().isEmpty)
    }
}
