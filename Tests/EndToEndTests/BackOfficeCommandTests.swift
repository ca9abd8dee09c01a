import Glibc
import Payments
import TestKit
import Testing

/// A sale on a virtual reader whose acquirer stands behind the sandbox gateway; then no reader is needed any more.
@Suite("till tip, reverse --without-reader, moto and status (H20, H25, H27)")
struct BackOfficeCommandTests {
    private let counter: Counter
    private let gateway: SandboxGateway
    private let sale: JSONValue

    init() throws {
        gateway = try SandboxGateway()
        let reader = try SimulatedReader("--acquirer", gateway.acquirer)
        counter = try Counter()
        counter.write("SANDBOX-SANDBOX-SANDBOX-SANDBOX\n", to: "key")
        counter.write(
            "gateways: {handpoint: \"\(gateway.url)\"}\napiKeyFile: \(counter.path("key"))\n", to: "config.yaml")
        let program = try counter.sale("12.34", on: reader.uri)
        _ = try program.waitForExit()
        sale = try #require(program.last("result"))
    }

    private var id: String { sale["eFTTransactionID"]?.stringValue ?? "" }

    /// Deadlines come a hundred times sooner.
    private func till(_ words: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"), words + ["--json", "--secret-file", counter.path("secret")],
            environment: counter.environment.merging(["TILL_TIME_SCALE": "100"]) { $1 })
        _ = try program.waitForExit()
        return program
    }

    private func atCloud() throws -> JSONValue {
        try gateway.ask("/transactions/\(sale["transactionReference"]?.stringValue ?? "")/status")
    }

    @Test("a tip is set, changed and taken away, by the newer and the older service")
    func tip() throws {
        let first = try till("tip", id, "2.50")
        #expect(try first.waitForExit() == 0, "\(first.output)\(first.errors)")
        #expect(first.last("tip")?["outcome"] == "authorised" && first.last("tip")?["amount"] == 250)
        #expect(try atCloud()["tipAmount"] == 250)
        let second = try till("tip", id, "3", "--old-service")
        #expect(try second.waitForExit() == 0, "\(second.output)\(second.errors)")
        #expect(try atCloud()["tipAmount"] == 300)
        #expect(try till("show", id).last("transaction")?["tipAmount"] == 300)
        #expect(try till("status", id).waitForExit() == 0)
        #expect(try till("tip", id, "0").waitForExit() == 0)
        #expect(try atCloud()["tipAmount"] == 0)
        #expect(try till("tip", id, "x").waitForExit() == 2)
        counter.write("acquirerLacks: [tip]\n", to: "config.yaml")
        #expect(try till("tip", id, "1").output.contains("acquirer-lacks"))
    }

    @Test("the older service refuses another reader's secret")
    func oldTip() throws {
        counter.write(String(repeating: "AB", count: 32) + "\n", to: "secret")
        let refused = try till("tip", id, "3", "--old-service")
        #expect(try refused.waitForExit() == 5)
        #expect(refused.last("tip")?["outcome"] == "failed")
    }

    @Test("a sale is undone without a reader, once, and status agrees before and after")
    func reverse() throws {
        let before = try till("status", id)
        #expect(try before.waitForExit() == 0, "\(before.output)\(before.errors)")
        #expect(before.last("status")?["cloud"]?["finStatus"] == "AUTHORISED")
        let reversal = try till("reverse", id, "--without-reader")
        #expect(try reversal.waitForExit() == 0, "\(reversal.output)\(reversal.errors)")
        #expect(reversal.last("result")?["outcome"] == "approved")
        #expect(try atCloud()["finStatus"] == "CANCELLED")
        #expect(try till("status", id).waitForExit() == 0)
        let again = try till("reverse", id, "--without-reader")
        #expect(try again.waitForExit() == 2)
        #expect(again.output.contains("already-reversed"))
        #expect(try till("tip", id, "1").waitForExit() == 2)
    }

    @Test("what was undone behind the till's back does not agree")
    func disagreement() throws {
        _ = try gateway.ask(
            "/reversal", "-H", "Content-Type: application/json", "-d", "{\"originalGuid\":\"\(id)\"}")
        let status = try till("status", id)
        #expect(try status.waitForExit() == 1)
        #expect(status.last("status")?["agrees"] == false)
    }

    @Test("a token pays, is refunded and undone; it is read from a file or from standard input and kept nowhere")
    func moto() throws {
        let token = try #require(try gateway.ask("/transactions/\(id)/token")["cardToken"]?.stringValue)
        counter.write(token + "\n", to: "token")
        let paid = try till("moto", "sale", "10.50", "GBP", "--token-file", counter.path("token"))
        #expect(try paid.waitForExit() == 0, "\(paid.output)\(paid.errors)")
        let motoID = try #require(paid.last("result")?["eFTTransactionID"]?.stringValue)
        #expect(paid.last("result")?["type"] == "MOTO_SALE" && paid.last("result")?["authorisedAmount"] == 1050)
        let status = try till("status", motoID)
        #expect(try status.waitForExit() == 0, "\(status.output)\(status.errors)")
        let refund = try till("moto", "refund", "4", "GBP", "--of", motoID)
        #expect(try refund.waitForExit() == 0, "\(refund.output)\(refund.errors)")
        #expect(try till("moto", "refund", "6.51", "GBP", "--of", motoID).output.contains("refund-too-high"))
        let refundID = try #require(refund.last("result")?["eFTTransactionID"]?.stringValue)
        let reversal = try till("moto", "reverse", refundID)
        #expect(try reversal.waitForExit() == 0, "\(reversal.output)\(reversal.errors)")
        let piped = try RunningProgram(
            "/bin/sh",
            [
                "-c",
                "exec \(BuiltProgram.path("till")) moto refund 2 GBP --token-file - --json <\(counter.path("token"))",
            ],
            environment: counter.environment)
        #expect(try piped.waitForExit() == 0, "\(piped.output)\(piped.errors)")
        let journal = String(
            decoding: counter.bytes("data/journal.db") + counter.bytes("data/journal.db-wal"), as: UTF8.self)
        #expect(!journal.contains(token) && !paid.output.contains(token))
    }

    @Test("a token that nobody has is refused, and a wrong command line ends before anything is sent")
    func motoRefused() throws {
        counter.write("VT-NOBODY\n", to: "token")
        let refused = try till("moto", "sale", "10.00", "GBP", "--token-file", counter.path("token"))
        #expect(try refused.waitForExit() == 5, "\(refused.output)")
        #expect(refused.last("result")?["errorMessage"] == "5252")
        #expect(try till("moto", "sale", "10.00", "GBP").waitForExit() == 2)
        #expect(try till("moto", "sell", "10.00", "GBP").waitForExit() == 2)
        #expect(
            try till("moto", "refund", "1", "GBP", "--of", id, "--token-file", counter.path("token")).waitForExit() == 2
        )
        counter.write("VT-NOBODY\n", to: "token", mode: 0o644)
        #expect(
            try till("moto", "sale", "10.00", "GBP", "--token-file", counter.path("token")).waitForExit() == 13)
    }

    @Test("batches are shown and closed; what is closed can't be undone any more")
    func batches() throws {
        let summary = try till("batch", "summary", "--batch", "1")
        #expect(try summary.waitForExit() == 0, "\(summary.output)\(summary.errors)")
        #expect(summary.last("batch")?["netAmount"] == "12.34" && summary.last("batch")?["batchStatus"] == "OPEN")
        let closed = try till("batch", "close")
        #expect(closed.last("batch")?["batchStatus"] == "CLOSED", "\(closed.output)\(closed.errors)")
        let detail = try till("batch", "detail", "--batch", "1")
        #expect(detail.last("batch")?["details"]?.elements.first?["amount"] == "12.34", "\(detail.output)")
        let again = try till("batch", "close")
        #expect(try again.waitForExit() == 5)
        #expect(again.output.contains("NO_TRANSACTIONS"))
        #expect(try till("reverse", id, "--without-reader").waitForExit() == 5)
        #expect(try till("batch", "open").waitForExit() == 2)
        #expect(try till("batch", "summary").waitForExit() == 2)
    }

    @Test("the token of the card that paid pays another sale; on a terminal it is not shown")
    func token() throws {
        let told = try till("token", id)
        let token = try #require(told.last("token")?["cardToken"]?.stringValue, "\(told.output)\(told.errors)")
        let pipe =
            "\(BuiltProgram.path("till")) token \(id) | \(BuiltProgram.path("till")) moto sale 5 GBP --token-file -"
        let paid = try RunningProgram("/bin/sh", ["-c", pipe], environment: counter.environment)
        #expect(try paid.waitForExit() == 0, "\(paid.output)\(paid.errors)")
        #expect(!paid.output.contains(token))
        #expect(try till("token", "nothing").waitForExit() == 2)
        let console = try counter.console("token", id)
        try console.wait(for: "--show")
    }

    @Test("without a gateway, or without its key, nothing is begun")
    func noGateway() throws {
        counter.write("gateways: {handpoint: \"\(gateway.url)\"}\n", to: "config.yaml")
        #expect(try till("tip", id, "1").waitForExit() == 11)
        counter.write("", to: "config.yaml")
        #expect(try till("tip", id, "1").waitForExit() == 2)
        #expect(try till("status", id).waitForExit() == 2)
        #expect(try till("history").objects.count == 1)
    }
}
