import Markup
import Testing

@Suite("HTML")
struct HTMLTests {
    @Test("a receipt becomes a tree with the attributes that matter")
    func receipt() throws {
        let html = try parse(
            #"<table><tr class="total" onclick="x()"><td>TOTAL<br>GBP</td></tr></table><img src="a.png" alt="Logo">"#)
        let rows = elements(html, "tr")
        #expect(rows.map(\.attributes) == [["class": "total"]])
        #expect(
            elements(html, "td").first?.children == [
                .text("TOTAL"), .element(HTMLElement("br")), .text("GBP"),
            ])
        #expect(elements(html, "img").first?.attributes == ["src": "a.png", "alt": "Logo"])
    }

    @Test("unclosed elements and wild markup still give their texts", arguments: ["<p>one<p>two", "<b>one</i>two"])
    func wild(_ html: String) throws {
        #expect(text(try parse(html)) == "onetwo")
    }

    @Test("plain text is taken as it is, entities included")
    func plain() throws {
        #expect(text(try parse("5 &euro; &amp; more")) == "5 € & more")
    }

    @Test("bytes that aren't UTF-8 are replaced")
    func repaired() throws {
        #expect(text(try HTMLNode.parse(html: [0x4B, 0xF3, 0x70])) == "K\u{FFFD}p")
    }

    @Test("nothing at all is refused")
    func empty() {
        #expect(throws: MarkupError.malformed(line: 1)) { try parse("") }
    }

    @Test("sixty levels are read, two hundred are refused")
    func depth() throws {
        func nested(_ levels: Int) -> String { String(repeating: "<div>", count: levels) + "x" }
        #expect(text(try parse(nested(60))) == "x")
        #expect(throws: MarkupError.tooDeep(limit: 64)) { try parse(nested(200)) }
    }

    private func parse(_ html: String) throws(MarkupError) -> HTMLNode {
        try HTMLNode.parse(html: Array(html.utf8))
    }

    private func elements(_ node: HTMLNode, _ name: String) -> [HTMLElement] {
        guard case .element(let element) = node else { return [] }
        return (element.name == name ? [element] : []) + element.children.flatMap { elements($0, name) }
    }

    private func text(_ node: HTMLNode) -> String {
        switch node {
        case .text(let text): text
        case .element(let element): element.children.map(text).joined()
        }
    }
}
