import Localization
import Payments
import Receipts
import TestKit
import Testing

@Suite("receipts as lines of text")
struct ReceiptTextTests {
    private func lines(_ receipt: String, width: Int = 32, isReprint: Bool = false) -> [ReceiptLine] {
        ReceiptText(catalogue: .english, width: width, isReprint: isReprint).lines(of: receipt)
    }

    private func texts(_ receipt: String, width: Int = 32, isReprint: Bool = false) -> [String] {
        lines(receipt, width: width, isReprint: isReprint).map(\.text)
    }

    @Test("blocks stand on lines of their own and white space is one space")
    func blocks() {
        let html = "<div class=\"merchant_name\">Corner\n   Shop</div><div>Dublin<br>Ireland</div>"
        #expect(texts(html) == ["Corner Shop", "Dublin", "Ireland"])
    }

    @Test("a table's row has its label left and its value right", arguments: [32, 42, 48])
    func rows(_ width: Int) {
        let line = texts("<table><tr><td>TOTAL</td><td>EUR 12.50</td></tr></table>", width: width)
        #expect(line == ["TOTAL" + String(repeating: " ", count: width - 14) + "EUR 12.50"])
    }

    @Test("a row that is too long breaks between words and keeps its value at the edge")
    func longRow() {
        let row = "<table><tr><td>Coffee with extra milk and sugar</td><td>3.50</td></tr></table>"
        #expect(texts(row, width: 20) == ["Coffee with extra", "milk and sugar  3.50"])
    }

    @Test("tables in tables are read as what they hold")
    func nestedTables() {
        let html = "<table><tr><td><table><tr><td>A</td><td>B</td></tr></table></td><td>C</td></tr></table>"
        #expect(texts(html, width: 10) == ["A        B", "C"])
    }

    @Test("rules, bold and centred lines are kept")
    func looks() {
        let found = lines("<center><b>SALE</b></center><hr><p>plain <b>bold</b></p>", width: 12)
        #expect(
            found == [
                ReceiptLine("SALE", isBold: true, isCentred: true), ReceiptLine("------------"),
                ReceiptLine("plain bold"),
            ])
    }

    @Test("images are named in words")
    func images() {
        #expect(texts("<p><img src=\"a.png\" alt=\"Corner Shop\"></p><img>") == ["[Image: Corner Shop]", "[Image]"])
    }

    @Test("scripts and styles are dropped")
    func scripts() {
        #expect(texts("<style>p{color:red}</style><script>alert(1)</script><p>kept</p>") == ["kept"])
    }

    @Test("an address is shown as an address", arguments: ["https://r.example/1", " \nHTTP://r.example/1 "])
    func addresses(_ receipt: String) {
        #expect(texts(receipt).count == 2)
        #expect(texts(receipt).last?.lowercased().hasSuffix("://r.example/1") == true)
    }

    @Test(
        "an image alone is said to be one",
        arguments: [
            "\ndata:image/png;base64,AAAA", String(repeating: "iVBORw0K", count: 12),
            String(repeating: String(repeating: "A", count: 76) + "\r\n", count: 3),
        ])
    func imagesAlone(_ receipt: String) {
        #expect(texts(receipt, width: 60) == ["This receipt is an image; it can't be shown here."])
    }

    @Test("plain text keeps its lines", arguments: [32, 42])
    func plain(_ width: Int) {
        #expect(texts("SHOP\r\n\r\n  a < b\nend", width: width) == ["SHOP", "", "a < b", "end"])
    }

    @Test("an empty receipt has no lines")
    func empty() {
        #expect(texts(" \n").isEmpty)
        #expect(texts("<p> </p>").isEmpty)
    }

    @Test(
        "broken HTML never loses the rest", arguments: ["<div><b>one<p>two</div></td>three", "<p>one\0<p>two<p>three"])
    func broken(_ html: String) {
        #expect(texts(html).joined(separator: " ").split(separator: " ") == ["one", "two", "three"])
    }

    @Test("HTML that is too deep for the parser is shown without its tags")
    func deep() {
        let html = String(repeating: "<div>", count: 1000) + "here" + "<"
        #expect(texts(html) == ["here<"])
    }

    @Test("a Latin-1 byte is replaced and the rest is kept")
    func latin1() {
        let bytes: [UInt8] = Array("<p>Caf".utf8) + [0xE9] + Array(" du Port</p><p>next</p>".utf8)
        #expect(texts(String(decoding: bytes, as: UTF8.self)) == ["Caf\u{FFFD} du Port", "next"])
    }

    @Test("card numbers are masked, in a word, over tags and over a row")
    func masked() {
        let html =
            "<p>4111111111111111</p><p>4111 <b>1111</b> 1111 1111</p>"
            + "<table><tr><td>4111 1111</td><td>1111 1111</td></tr></table>"
        let found = texts(html, width: 40).map { $0.filter { $0 != " " } }
        #expect(found == Array(repeating: "************1111", count: 3))
    }

    @Test("escape sequences and marks of direction do not survive")
    func hostile() {
        for receipt in [
            "<p>a\u{1B}[2Jb\u{202E}c&#27;]52;c;x&#7;d\u{9B}0m</p>", "a\u{1B}]52;c;x\u{7}b\u{9B}2J\u{202E}c",
        ] {
            let found = texts(receipt).joined().unicodeScalars
            #expect(found.allSatisfy { $0.properties.generalCategory != .control })
            #expect(found.allSatisfy { $0.properties.generalCategory != .format })
            #expect(found.first == "a")
        }
    }

    @Test("the place of the copy mark is filled on a reprint only")
    func copyMark() {
        #expect(texts("<p>{COPY_RECEIPT}</p><p>x</p>") == ["x"])
        #expect(texts("<p>{COPY_RECEIPT}</p><p>x</p>", isReprint: true) == ["COPY", "x"])
    }

    @Test("no line is wider than asked for, at any width", arguments: 0...60)
    func widths(_ width: Int) {
        let html = "<h1>日本語のレシート</h1><table><tr><td>a long label</td><td>€ 1 234,50</td></tr></table><hr>"
        for line in texts(html, width: width) { #expect(line.unicodeScalars.count <= width) }
    }
}
