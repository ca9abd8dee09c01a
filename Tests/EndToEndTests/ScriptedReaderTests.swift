import Payments
import TestKit
import Testing

@Suite("till sale against a reader that somebody else wrote")
struct ScriptedReaderTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private func sell(_ amount: String, _ options: [String]) throws -> (status: Int32, sale: RunningProgram) {
        let reader = try ScriptedReader(options)
        let sale = try counter.sale(amount, on: reader.uri, "--signature", "accept")
        return (try sale.waitForExit(), sale)
    }

    @Test("outcomes", arguments: [("12.34", 0 as Int32), ("10.00", 3), ("20.00", 4), ("30.00", 0)])
    func outcomes(amount: String, status: Int32) throws {
        #expect(try sell(amount, []).status == status)
    }

    @Test(
        "habits that a link may have",
        arguments: [["--split", "3"], ["--double-ack"], ["--bad-crc-once"], ["--garbage"]])
    func habits(options: [String]) throws {
        let (status, sale) = try sell("12.34", options)
        #expect(status == 0, "\(sale.output)")
        #expect(sale.last("result")?["authorisedAmount"]?.integerValue == 1234)
    }

    @Test("a reader that acknowledges nothing is given up before money can move")
    func silent() throws {
        let reader = try ScriptedReader(["--no-ack"])
        let sale = try counter.till(
            "sale", "12.34", "GBP", "--json", "--reader", reader.uri, "--secret-file", counter.path("secret"),
            environment: ["TILL_TIME_SCALE": "20"])
        let status = try sale.waitForExit()
        #expect([1, 8].contains(status), "\(sale.output)")
        #expect(!sale.events.contains("result"))
        #expect(sale.last("error")?["money"]?.stringValue == "none")
    }

    @Test("one of which nobody says what it speaks is asked, and sells")
    func detected() throws {
        let reader = try ScriptedReader([])
        let sale = try counter.sale("12.34", on: reader.uri.replacing("protocol=heft", with: "protocol=auto"))
        #expect(try sale.waitForExit() == 0, "\(sale.output)")
        #expect(sale.last("result")?["authorisedAmount"]?.integerValue == 1234)
    }

    @Test("an approval of another amount is unknown")
    func wrongAmount() throws {
        let (status, sale) = try sell("12.34", ["--wrong-amount"])
        #expect(status == 7)
        #expect(sale.last("result")?["outcome"]?.stringValue == "unknown")
    }

    @Test("a link that breaks when the acquirer has answered: unknown, and recovered at the next sale")
    func dropped() throws {
        let reader = try ScriptedReader(["--drop-after", "H030"])
        let first = try counter.sale("12.34", on: reader.uri)
        let status = try first.waitForExit()
        #expect(status == 7 || status == 0, "\(first.output)")
        let second = try counter.sale("20.00", on: reader.uri)
        #expect(try second.waitForExit() == 4)
        let recovered = (first.objects + second.objects).filter { $0["event"]?.stringValue == "recovered" }
        #expect(recovered.count == 1)
        #expect(recovered.first?["outcome"]?.stringValue == "approved")
    }

    @Test("a result of nobody's sale is told and kept, and does not stop the next one")
    func orphan() throws {
        let (status, sale) = try sell("12.34", ["--pending", "5000"])
        #expect(status == 0)
        #expect(sale.events.prefix(2) == ["connected", "recovered"])
    }
}
