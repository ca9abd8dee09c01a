import Glibc
import Payments
import TestKit
import Testing

/// A till is killed in the middle of a sale on a reader that forgets everything: only the acquirer knows.
@Suite("till resolve and till recover (H21)")
struct ResolveCommandTests {
    private let counter: Counter
    private let gateway: SandboxGateway
    private let reader: SimulatedReader

    /// The acquirer is about to decide; the card is waited for.
    private static let (receiving, waitingCard) = ("0x0022", "0x0014")

    init() throws {
        gateway = try SandboxGateway()
        reader = try SimulatedReader("--acquirer", gateway.acquirer, "--quirks", "forgetful", "--pace", "human")
        counter = try Counter("gateways: {handpoint: \"\(gateway.url)\"}\napiKeyFile: key\n")
        counter.write("SANDBOX-SANDBOX-SANDBOX-SANDBOX\n", to: "key")
        counter.write(
            "gateways: {handpoint: \"\(gateway.url)\"}\napiKeyFile: \(counter.path("key"))\n", to: "config.yaml")
    }

    /// Kills a sale when a status is told.
    /// - Returns: the payment's reference.
    private func killSale(at status: String) throws -> String {
        let sale = try counter.sale("12.34", on: reader.uri)
        try sale.wait(for: status)
        sale.signal(SIGKILL)
        _ = try sale.waitForExit()
        let rows = try till("history")
        return try #require(rows.objects.first?["transactionReference"]?.stringValue)
    }

    /// Deadlines come a hundred times sooner.
    private func till(_ words: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"), words + ["--json", "--secret-file", counter.path("secret")],
            environment: counter.environment.merging(["TILL_TIME_SCALE": "100"]) { $1 })
        _ = try program.waitForExit()
        return program
    }

    private func ledger(of reference: String) throws -> String? {
        try gateway.ask("/transactions/\(reference)/status")["finStatus"]?.stringValue
    }

    @Test("kept, it is paid, once and for all")
    func keep() throws {
        let id = try killSale(at: Self.receiving)
        let resolve = try till("resolve", id, "--keep")
        #expect(try resolve.waitForExit() == 0, "\(resolve.output)")
        let result = try #require(resolve.last("result"))
        #expect(result["outcome"] == "approved" && result["authorisedAmount"] == 1234)
        #expect(try ledger(of: id) == "AUTHORISED")
        let again = try till("resolve", id, "--reverse")
        #expect(try again.waitForExit() == 0)
        #expect(try ledger(of: id) == "AUTHORISED")
    }

    @Test("without a decision that it was authorised is said, and recover undoes it")
    func recover() throws {
        let id = try killSale(at: Self.receiving)
        let resolve = try till("resolve", id)
        #expect(try resolve.waitForExit() == 7)
        #expect(resolve.last("inquiry")?["stage"] == "undecided")
        #expect(resolve.last("result")?["outcome"] == "unknown")
        #expect(try ledger(of: id) == "AUTHORISED")
        let recover = try till("recover")
        #expect(try recover.waitForExit() == 0, "\(recover.output)")
        #expect(recover.last("result")?["outcome"] == "cancelled")
        #expect(try ledger(of: id) == "CANCELLED")
        #expect(try till("recover").waitForExit() == 0)
    }

    @Test("what never got to the acquirer was not charged")
    func notCharged() throws {
        let id = try killSale(at: Self.waitingCard)
        let resolve = try till("resolve", id)
        #expect(try resolve.waitForExit() == 5, "\(resolve.output)")
        #expect(resolve.last("result")?["outcome"] == "failed")
    }

    @Test("with a key that is refused, and with no gateway, it stays unknown")
    func noCloud() throws {
        let id = try killSale(at: Self.receiving)
        counter.write("WRONG\n", to: "key")
        let refused = try till("resolve", id, "--keep")
        #expect(try refused.waitForExit() == 7)
        #expect(refused.output.contains("refuses the key"))
        counter.write("", to: "config.yaml")
        let none = try till("resolve", id, "--keep")
        #expect(try none.waitForExit() == 7)
        #expect(none.errors.contains("No payment gateway is configured"))
    }

    @Test("a wrong command line ends with 2, and time is only hurried with this machine")
    func usage() throws {
        #expect(try till("resolve", "nothing").waitForExit() == 2)
        let id = try killSale(at: Self.waitingCard)
        #expect(try till("resolve", id, "--keep", "--reverse").waitForExit() == 2)
        #expect(try till("resolve", id, "--gateway", "handpoint=http://gateway.example").waitForExit() == 2)
        #expect(try till("resolve", id, "--gateway", "handpoint=https://gateway.example").waitForExit() == 13)
    }
}
