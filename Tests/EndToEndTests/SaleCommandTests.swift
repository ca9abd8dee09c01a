import Glibc
import Payments
import TestKit
import Testing

@Suite("till sale against till-sim")
struct SaleCommandTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    @Test("an approved sale is told from the connection to exactly one result")
    func approved() throws {
        let reader = try SimulatedReader()
        let sale = try counter.sale("12.34", on: reader.uri)
        #expect(try sale.waitForExit() == 0)
        #expect(sale.events.first == "connected" && sale.events.last == "result")
        #expect(Set(sale.events.dropFirst().dropLast()) == ["status"])
        let result = sale.last("result")
        #expect(result?["outcome"]?.stringValue == "approved")
        #expect(result?["authorisedAmount"]?.integerValue == 1234)
        #expect(result?["transactionReference"]?.stringValue.flatMap(TransactionReference.init) != nil)
        #expect(sale.errors.isEmpty)
    }

    @Test(
        "the exit status is the outcome's",
        arguments: [("10.00", 3 as Int32, "declined"), ("20.00", 4, "cancelled")])
    func outcomes(amount: String, status: Int32, outcome: String) throws {
        let reader = try SimulatedReader()
        let sale = try counter.sale(amount, on: reader.uri)
        #expect(try sale.waitForExit() == status)
        #expect(sale.last("result")?["outcome"]?.stringValue == outcome)
    }

    @Test("what is no amount is refused before anything is connected", arguments: ["1.234", "-1", "0", "abc", "1.2.3"])
    func badAmounts(amount: String) throws {
        let sale = try counter.sale(amount, on: "tcp://127.0.0.1:1")
        #expect(try sale.waitForExit() == 2)
        #expect(sale.events == [] || sale.events == ["error"])
    }

    @Test("where no reader is, nothing moves")
    func noReader() throws {
        let sale = try counter.sale("12.34", on: "tcp://127.0.0.1:1")
        #expect(try sale.waitForExit() == 8)
        #expect(sale.last("error")?["code"]?.stringValue == "link-refused")
        #expect(sale.last("error")?["money"]?.stringValue == "none")
        #expect(sale.last("error")?["text"]?.stringValue == "The connection was refused.")
        #expect(!sale.events.contains("result"))
    }

    @Test("a wrong secret has a status of its own")
    func wrongSecret() throws {
        counter.write(String(repeating: "ab", count: 32), to: "secret")
        let reader = try SimulatedReader()
        let sale = try counter.sale("12.34", on: reader.uri)
        #expect(try sale.waitForExit() == 9)
        #expect(sale.last("result")?["outcome"]?.stringValue == "failed")
    }

    @Test("a secret that others can read is not read")
    func openSecret() throws {
        chmod(counter.path("secret"), 0o644)
        let sale = try counter.sale("12.34", on: "tcp://127.0.0.1:1")
        #expect(try sale.waitForExit() == 13)
        #expect(sale.last("error")?["code"]?.stringValue == "secret-too-open")
    }

    @Test("a second seller on the same journal is turned away, the first goes on")
    func secondSeller() throws {
        let reader = try SimulatedReader("--pace", "human")
        let first = try counter.sale("20.00", on: reader.uri)
        try first.wait(for: "\"0x0014\"")
        let second = try counter.sale("12.34", on: reader.uri)
        #expect(try second.waitForExit() == 10)
        #expect(second.last("error")?["code"]?.stringValue == "journal-locked")
        #expect(try first.waitForExit() == 4)
    }

    @Test("an interruption while the card is waited for cancels the payment", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        let reader = try SimulatedReader("--pace", "human")
        let sale = try counter.sale("12.34", on: reader.uri)
        try sale.wait(for: "\"0x0014\"")
        sale.signal(signal)
        #expect(try sale.waitForExit() == 4)
        #expect(sale.last("result")?["outcome"]?.stringValue == "cancelled")
    }

    @Test("after kill -9 the next sale tells the recovered one before its own")
    func killed() throws {
        let reader = try SimulatedReader("--pace", "human")
        let first = try counter.sale("12.34", on: reader.uri)
        try first.wait(for: "\"0x0023\"")
        first.signal(SIGKILL)
        #expect(try first.waitForExit() == 256 + SIGKILL)
        let second = try counter.sale("20.00", on: reader.uri)
        #expect(try second.waitForExit() == 4)
        #expect(second.events.prefix(2) == ["connected", "recovered"])
        #expect(second.last("recovered")?["outcome"]?.stringValue == "approved")
        #expect(second.last("recovered")?["authorisedAmount"]?.integerValue == 1234)
        #expect(second.events.filter { $0 == "result" }.count == 1)
    }
}

@Suite("who answers a signature")
struct SignatureCommandTests {
    private func asked(_ counter: Counter, _ reader: SimulatedReader) throws -> (RunningProgram, Int64) {
        let sale = try counter.sale("30.00", on: reader.uri, "--signature", "ask")
        try sale.wait(for: "\"question\"")
        return (sale, sale.last("question")?["id"]?.integerValue ?? -1)
    }

    @Test("an answer on standard input counts", arguments: [("accept", 0 as Int32), ("decline", 3)])
    func answered(value: String, status: Int32) throws {
        let reader = try SimulatedReader()
        let counter = try Counter()
        let (sale, id) = try asked(counter, reader)
        sale.type("{\"answer\":\(id + 1),\"value\":\"accept\"}")
        sale.type("nonsense")
        sale.type("{\"answer\":\(id),\"value\":\"\(value)\"}")
        #expect(try sale.waitForExit() == status)
    }

    @Test("the end of input declines")
    func endOfInput() throws {
        let reader = try SimulatedReader()
        let counter = try Counter()
        let (sale, _) = try asked(counter, reader)
        sale.closeInput()
        #expect(try sale.waitForExit() == 3)
        #expect(sale.last("result")?["outcome"]?.stringValue == "declined")
    }

    @Test("a policy answers by itself", arguments: [("accept", 0 as Int32), ("decline", 3)])
    func policy(policy: String, status: Int32) throws {
        let reader = try SimulatedReader()
        let counter = try Counter()
        let sale = try counter.sale("30.00", on: reader.uri, "--signature", policy)
        #expect(try sale.waitForExit() == status)
    }
}
