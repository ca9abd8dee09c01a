import Payments
import TestKit
import Testing

@Suite("A sale that is approved in part (N11)")
struct PartialApprovalTests {
    private let counter: Counter
    private let reader: SimulatedReader

    init() throws {
        counter = try Counter()
        reader = try SimulatedReader("--scenario", "demo-merchant", "--ledger", counter.path("ledger"))
    }

    private var ledger: [String] {
        let lines = String(decoding: counter.bytes("ledger"), as: UTF8.self).split(separator: "\n")
        return lines.compactMap { try? JSONValue.parse(String($0)) }.map { entry in
            "\(entry["type"]?.stringValue ?? "") \(entry["amount"]?.integerValue ?? 0)"
        }
    }

    @Test("is kept on demand, and ends with 6")
    func accept() throws {
        let sale = try counter.sale("37.57", on: reader.uri, "--partial", "accept")
        #expect(try sale.waitForExit() == 6)
        #expect(sale.last("result")?["outcome"] == "partlyApproved")
        #expect(ledger == ["SALE 3757"])
    }

    @Test("is undone on demand, and ends as a cancelled one")
    func reverse() throws {
        let sale = try counter.sale("37.57", on: reader.uri, "--partial", "reverse")
        #expect(try sale.waitForExit() == 4, "\(sale.output)")
        #expect(sale.events.count { $0 == "result" } == 2)
        #expect(ledger == ["SALE 3757", "VOID_SALE 1878"])
    }

    @Test("is asked about; the answer decides", arguments: [("accept", 6, 1), ("reverse", 4, 2), ("decline", 4, 2)])
    func ask(answer: String, status: Int32, entries: Int) throws {
        let sale = try counter.sale("37.57", on: reader.uri)
        try sale.wait(for: #""kind":"partial""#)
        let id = try #require(sale.last("question")?["id"]?.integerValue)
        sale.type(#"{"answer":\#(id + 1),"value":"accept"}"#)
        sale.type(#"{"answer":\#(id),"value":"\#(answer)"}"#)
        #expect(try sale.waitForExit() == status)
        #expect(ledger.count == entries)
    }

    @Test("stands where nobody answers")
    func endOfInput() throws {
        let sale = try counter.sale("37.57", on: reader.uri)
        try sale.wait(for: #""kind":"partial""#)
        sale.closeInput()
        #expect(try sale.waitForExit() == 6)
        #expect(ledger == ["SALE 3757"])
    }
}
