import Glibc
import Payments
import TestKit
import Testing

@Suite("till sale against a Datecs pinpad that somebody else wrote")
struct ScriptedPinpadTests {
    private let counter: Counter

    init() throws { counter = try Counter("hostLink: {allow: [127.0.0.1]}\n") }

    private func reader(_ options: [String] = []) throws -> ScriptedReader {
        try ScriptedReader(options, script: "datecs_reader.py")
    }

    private func sell(_ amount: String, on reader: ScriptedReader) throws -> (status: Int32, sale: RunningProgram) {
        let sale = try counter.sale(amount, on: reader.uri)
        return (try sale.waitForExit(), sale)
    }

    @Test(
        "outcomes", arguments: [("12.34", 0 as Int32, "approved"), ("10.00", 3, "declined"), ("20.00", 4, "cancelled")])
    func outcomes(amount: String, status: Int32, ended: String) throws {
        let reader = try reader()
        #expect(try sell(amount, on: reader).status == status)
        #expect(try reader.endings() == [ended])
    }

    @Test(
        "habits that a pinpad may have",
        arguments: [["--noise"], ["--split", "3"], ["--events-first"], ["--busy", "3"]])
    func habits(options: [String]) throws {
        let reader = try reader(options)
        let (status, sale) = try sell("12.34", on: reader)
        #expect(status == 0, "\(sale.output)")
        #expect(sale.last("result")?["authorisedAmount"]?.integerValue == 1234)
        #expect(try reader.endings() == ["approved"])
    }

    @Test("a result of another amount is unknown, until the reader's log tells the right one")
    func wrongAmount() throws {
        let reader = try reader(["--wrong-amount"])
        let (status, sale) = try sell("12.34", on: reader)
        #expect(status == 0)
        #expect(sale.last("result")?["outcome"]?.stringValue == "unknown")
        #expect(sale.last("recovered")?["outcome"]?.stringValue == "approved")
        #expect(try reader.endings() == ["approved"])
    }

    @Test(
        "a link that breaks when the sale has begun, or is answered: unknown, and found in the log",
        arguments: [
            (["start"], ["failed"]), (["answered"], ["approved"]), (["answered", "--no-batch"], ["approved"]),
            // Its empty log may have been wiped.
            (["start", "--no-batch"], []),
        ])
    func dropped(options: [String], outcomes: [String]) throws {
        let reader = try reader(["--drop"] + options)
        let (status, sale) = try sell("12.34", on: reader)
        #expect(status == 7, "\(sale.output)")
        let second = try sell("20.00", on: reader)
        #expect(second.status == 4, "\(second.sale.output)")
        let recovered = (sale.objects + second.sale.objects).filter { $0["event"]?.stringValue == "recovered" }
        #expect(recovered.map { $0["outcome"]?.stringValue } == outcomes)
        #expect(try reader.endings().last == "cancelled")
    }

    @Test("one of which nobody says what it speaks is asked, and sells")
    func detected() throws {
        let reader = try reader()
        let uri = reader.uri.replacing("protocol=datecs", with: "protocol=auto")
        let sale = try counter.sale("12.34", on: uri)
        #expect(try sale.waitForExit() == 0, "\(sale.output)")
        #expect(sale.last("connected")?["protocol"]?.stringValue == "datecs")
        #expect(try reader.endings() == ["approved"])
    }

    @Test("a link that breaks behind the result changes nothing of it, and the next sale goes through")
    func droppedLate() throws {
        let reader = try reader(["--drop", "complete"])
        #expect(try sell("12.34", on: reader).status == 0)
        #expect(try sell("12.35", on: reader).status == 0)
        #expect(try reader.endings() == ["approved"])
    }
}

extension ScriptedReader {
    /// Ends it: how the payments ended whose end the till has confirmed. The till broke none of the wire's rules.
    fileprivate func endings() throws -> [String] {
        program.signal(SIGKILL)
        _ = try program.waitForExit()
        #expect(program.objects.compactMap { $0["violation"]?.stringValue } == [])
        return program.objects.compactMap { $0["ended"]?.stringValue }
    }
}
