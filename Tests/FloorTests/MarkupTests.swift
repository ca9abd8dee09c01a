import Markup
import Testing

@Suite("Markup")
struct MarkupTests {
    @Test("nested and pretty-printed XML becomes a tree with trimmed texts")
    func nested() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <Result>
                <FinancialStatus>
                    DECLINED
                </FinancialStatus>
                <!-- a remark -->
                <customFields><entry><key>messageReasonCode</key><value>4021</value></entry></customFields>
                <CancelAllowed> true</CancelAllowed><Empty/>
            </Result>
            """
        let node = try parse(xml)
        #expect(node.name == "Result")
        #expect(node["FinancialStatus"] == "DECLINED")
        #expect(node["CancelAllowed"] == "true")
        #expect(node["Empty"] == "")
        #expect(node["Missing"] == nil)
        #expect(node.children[1].children[0]["value"] == "4021")
    }

    @Test("what is written is read again", arguments: ["", "a & b", "<x>", "\"'", "Café ☕️", "tab\tand\nline", "]]>"])
    func roundTrip(_ text: String) throws {
        let node = MarkupNode("Root", children: [MarkupNode("Text", text: text), MarkupNode("Other", text: "1")])
        #expect(try parse(node.xml) == node)
    }

    @Test("control characters, which XML can't hold, are left out")
    func controlCharacters() {
        #expect(MarkupNode("a", text: "x\u{0}\u{1B}[2J\u{FFFF}y").xml == "<a>x[2Jy</a>")
    }

    @Test("text and CDATA around children is one text")
    func mixedText() throws {
        #expect(try parse("<a>one <b>in</b><![CDATA[<two>]]></a>").text == "one <two>")
    }

    @Test("a byte that isn't UTF-8 is replaced and the rest is kept")
    func repaired() throws {
        let node = try MarkupNode.parse(xml: Array("<a><b>K".utf8) + [0xF3] + Array("p</b><c>1</c></a>".utf8))
        #expect(node["b"] == "K\u{FFFD}p")
        #expect(node["c"] == "1")
    }

    @Test("the encoding that the text names is used")
    func namedEncoding() throws {
        let bytes = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><a>K"#.utf8) + [0xF3] + Array("p</a>".utf8)
        #expect(try MarkupNode.parse(xml: bytes).text == "Kóp")
    }

    @Test(
        "what isn't well-formed is refused",
        arguments: ["", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a>&nope;</a>", "<a", "<a></a>trailing"])
    func malformed(_ xml: String) {
        #expect(throws: MarkupError.malformed(line: 1)) { try parse(xml) }
    }

    @Test("a document type is refused, and with it every entity of the text's own")
    func documentType() {
        let bomb = #"<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>"#
        let file = #"<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>"#
        #expect(throws: MarkupError.notAllowed(line: 1)) { try parse(bomb) }
        #expect(throws: MarkupError.notAllowed(line: 1)) { try parse(file) }
    }

    @Test("thirty-two levels are read, one more is refused")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        }
        #expect(try parse(nested(32)).name == "a")
        #expect(throws: MarkupError.tooDeep(limit: 32)) { try parse(nested(33)) }
    }

    @Test("more than a mebibyte is refused")
    func length() {
        let long = "<a>" + String(repeating: "x", count: 1 << 20) + "</a>"
        #expect(throws: MarkupError.tooLong(limit: 1 << 20)) { try parse(long) }
    }

    private func parse(_ xml: String) throws(MarkupError) -> MarkupNode {
        try MarkupNode.parse(xml: Array(xml.utf8))
    }
}
