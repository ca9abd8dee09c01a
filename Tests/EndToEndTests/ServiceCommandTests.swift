import Glibc
import Payments
import TestKit
import Testing

@Suite("what a reader does besides payments, at the command line (H7, H13 to H16)")
struct ServiceCommandTests {
    private func start(_ counter: Counter, _ uri: String, _ words: [String]) throws -> RunningProgram {
        try RunningProgram(
            BuiltProgram.path("till"),
            words + ["--json", "--reader", uri, "--secret-file", counter.path("secret")],
            environment: counter.environment)
    }

    private func run(_ counter: Counter, _ uri: String, _ words: String...) throws -> RunningProgram {
        let program = try start(counter, uri, words)
        _ = try program.waitForExit()
        return program
    }

    @Test("a card is kept: the token is told and not written down, and no amount is")
    func tokenize() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let program = try run(counter, reader.uri, "tokenize", "--reference", "TABLE 7")
        #expect(try program.waitForExit() == 0)
        let result = try #require(program.last("result"))
        let token = try #require(result["cardToken"]?.stringValue)
        #expect(result["type"]?.stringValue == "TOKENIZE_CARD" && result["requestedAmount"] == nil)
        let journal = String(
            decoding: counter.bytes("data/journal.db") + counter.bytes("data/journal.db-wal"), as: UTF8.self)
        #expect(!journal.contains(token) && journal.contains("tokenise"))
        let history = try counter.till("history")
        _ = try history.waitForExit()
        #expect(history.output.contains("Keep a card") && !history.output.contains("XXX"))
    }

    @Test("an update tells its steps, waits for the restart and says the new version")
    func update() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader("--quirks", "restarting"))
        let program = try run(counter, reader.uri, "update")
        #expect(try program.waitForExit() == 0)
        #expect(program.events.count { $0 == "progress" } == 8)
        #expect(program.last("updated")?["isRestarting"] == true)
        #expect(program.last("connected")?["applicationVersion"]?.stringValue == "1.8")
    }

    @Test("level, get and clear; the level is kept for the connections to come")
    func log() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        #expect(try run(counter, reader.uri, "log", "get").last("log")?["text"]?.stringValue == "link opened")
        #expect(try run(counter, reader.uri, "log", "level", "none").last("logLevel")?["level"]?.stringValue == "none")
        #expect(try run(counter, reader.uri, "log", "clear").events.last == "logCleared")
        let empty = try run(counter, reader.uri, "log", "get")
        #expect(try empty.waitForExit() == 0)
        #expect(empty.last("log")?["text"]?.stringValue == "")
        #expect(try run(counter, reader.uri, "log", "level", "loud").waitForExit() == 2)
        #expect(try run(counter, reader.uri, "log", "burn").waitForExit() == 2)
    }

    @Test("codes are told as they come, until the end of input or Ctrl-C")
    func scan() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader("--quirks", "scanner"))
        for byInput in [true, false] {
            let program = try start(counter, reader.uri, ["scan"])
            try program.wait(for: "96385074")
            if byInput { program.closeInput() } else { program.signal(SIGINT) }
            #expect(try program.waitForExit() == 0)
            #expect(program.objects.compactMap { $0["code"]?.stringValue }.first == "5012345678900")
            #expect(program.events.suffix(2) == ["scan", "scannerDisabled"])
        }
        let single = try start(counter, reader.uri, ["scan", "--single"])
        #expect(try single.waitForExit() == 0)
        #expect(single.events == ["connected", "scan", "scannerDisabled"])
    }

    @Test("a reader without a scanner refuses, and says so")
    func noScanner() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let program = try run(counter, reader.uri, "scan")
        #expect(try program.waitForExit() == 1)
        #expect(program.last("error")?["code"]?.stringValue == "scanner-missing")
    }

    @Test("the reader inside the program does all of it too")
    func demo() throws {
        let counter = try Counter()
        let update = try counter.till("update", "--json", "--reader", "demo:default")
        #expect(try update.waitForExit() == 0)
        #expect(update.last("connected")?["applicationVersion"]?.stringValue == "1.8")
        let scan = try counter.till("scan", "--single", "--json", "--reader", "demo:default")
        #expect(try scan.waitForExit() == 0)
        #expect(scan.events.contains("scan"))
        let kept = try counter.till("tokenize", "--reader", "demo:default")
        #expect(try kept.waitForExit() == 0)
        #expect(kept.output.contains("The card is kept.") && kept.output.contains("Token: VT"))
    }

    @Test("a kept result is told; where there is none, that is")
    func pending() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let none = try run(counter, reader.uri, "pending")
        #expect(try none.waitForExit() == 0)
        #expect(none.events == ["connected", "nothingHeld"])
        let lossy = try SimulatedReader("--scenario", "sdk")
        let sale = try run(counter, lossy.uri, "sale", "90.04", "GBP")
        #expect(try sale.waitForExit() == 7)
        let held = try run(counter, lossy.uri, "pending")
        #expect(try held.waitForExit() == 0)
        #expect(held.last("recovered")?["outcome"]?.stringValue == "approved")
    }

    @Test("the merchant's contracts are taken, kept in the journal, and refused before connecting where they are none")
    func merchantAuth() throws {
        let (counter, reader) = (try Counter("merchantAuth: [AMEX:11:22]\n"), try SimulatedReader())
        #expect(try run(counter, reader.uri, "sale", "5", "GBP").waitForExit() == 0)
        let named = ["--merchant-auth", "PostBridge:33:44", "--merchant-auth", "TNS::55"]
        let sale = try start(counter, reader.uri, ["sale", "6", "GBP"] + named)
        #expect(try sale.waitForExit() == 0)
        let journal = String(
            decoding: counter.bytes("data/journal.db") + counter.bytes("data/journal.db-wal"), as: UTF8.self)
        #expect(journal.contains(#"["AMEX:11:22"]"#) && journal.contains(#"["POSTBRIDGE:33:44","INTERAC::55"]"#))
        let bad = try run(counter, "tcp://127.0.0.1:1", "sale", "5", "GBP", "--merchant-auth", "NOBODY:1:2")
        #expect(try bad.waitForExit() == 2)
        #expect(bad.last("error")?["code"]?.stringValue == "merchant-auth-form")
    }
}

@Suite("cancelling from another till (H13)")
struct CancelCommandTests {
    private func cancel(_ counter: Counter) throws -> RunningProgram {
        let program = try counter.till("cancel")
        _ = try program.waitForExit()
        return program
    }

    @Test("without a till, or without a payment, there is nothing to cancel")
    func nothing() throws {
        let counter = try Counter()
        #expect(try cancel(counter).waitForExit() == 2)
        let reader = try SimulatedReader("--quirks", "scanner")
        let scan = try counter.till(
            "scan", "--json", "--reader", reader.uri, "--secret-file", counter.path("secret"))
        try scan.wait(for: "96385074")
        #expect(try cancel(counter).waitForExit() == 2)
        scan.signal(SIGINT)
        #expect(try scan.waitForExit() == 0)
    }

    @Test("a sale that may be cancelled is")
    func allowed() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader("--pace", "human"))
        let sale = try counter.sale("10.50", on: reader.uri)
        try sale.wait(for: "WAITING_CARD")
        let cancelled = try cancel(counter)
        #expect(try cancelled.waitForExit() == 0)
        #expect(cancelled.output.contains("Cancelled"))
        #expect(try sale.waitForExit() == 4)
    }

    @Test("a sale that waits for its signature goes on, and that is said")
    func notAllowed() throws {
        let (counter, reader) = (try Counter(), try SimulatedReader())
        let sale = try counter.sale("30", on: reader.uri)
        try sale.wait(for: "question")
        let refused = try counter.till("cancel", environment: ["TILL_TIME_SCALE": "10"])
        #expect(try refused.waitForExit() == 10)
        sale.closeInput()
        #expect(try sale.waitForExit() == 3)
    }

    @Test("a console's payment is cancelled, too")
    func console() throws {
        let counter = try Counter("reader: demo:default\ncurrency: GBP\n")
        let console = try counter.console()
        try console.wait(for: ": ready")
        console.type("1050")
        console.press(.enter)
        try console.wait(for: "Press Enter once more")
        try console.pressEnterDeliberately()
        try console.wait(for: "insert, tap or swipe")
        #expect(try cancel(counter).waitForExit() == 0)
        try console.wait(for: "Cancelled")
    }
}
