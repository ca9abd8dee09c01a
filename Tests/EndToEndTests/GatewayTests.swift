import Glibc
import Payments
import TestKit
import Testing

@Suite("till-sim gateway beside a virtual reader")
struct GatewayTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    @Test("a sale on the reader is known to the cloud, which undoes it, and there is one ledger")
    func sale() throws {
        let gateway = try SandboxGateway("--ledger", counter.path("ledger"))
        let reader = try SimulatedReader("--acquirer", gateway.acquirer)
        let sale = try counter.sale("12.34", on: reader.uri)
        #expect(try sale.waitForExit() == 0)
        let result = try #require(sale.last("result"))
        let reference = try #require(result["transactionReference"]?.stringValue)
        let status = try gateway.ask("/transactions/\(reference)/status")
        #expect(status["finStatus"] == "AUTHORISED" && status["totalAmount"] == 1234 && status["currency"] == "GBP")
        #expect(status["transactionID"] == result["eFTTransactionID"])
        #expect(status["authorisationCode"] == result["authorisationCode"])
        let guid = status["transactionID"]?.stringValue ?? ""
        #expect(try gateway.ask("/reversal", "-d", #"{"originalGuid":"\#(guid)"}"#)["issuerResponseCode"] == "00")
        #expect(try gateway.ask("/transactions/\(reference)/status")["finStatus"] == "CANCELLED")
        let ledger = String(decoding: counter.bytes("ledger"), as: UTF8.self).split(separator: "\n")
        let entries = try ledger.map { try JSONValue.parse(String($0)) }
        #expect(entries.compactMap { $0["type"]?.stringValue } == ["SALE", "REVERSAL"])
        #expect(entries.allSatisfy { $0["serialNumber"] == "000123400123" && $0["authorisationCode"] != nil })
    }

    @Test("the key of a file is the only one")
    func key() throws {
        counter.write("OTHER-KEY\n", to: "key")
        let gateway = try SandboxGateway("--api-key-file", counter.path("key"))
        #expect(try gateway.ask("/devices")["error"]?["statusCode"] == 403)
        #expect(try gateway.ask("/devices", key: "OTHER-KEY").elements.count == 1)
    }

    @Test("it ends in good order")
    func end() throws {
        let gateway = try SandboxGateway()
        gateway.program.signal(SIGTERM)
        #expect(try gateway.program.waitForExit() == 0)
        #expect(gateway.program.errors.isEmpty)
    }

    @Test(
        "a wrong command line ends with 2",
        arguments: [
            [], ["--listen", "0.0.0.0:0"], ["--listen", "192.0.2.1:80"], ["--listen", "[::]:0"], ["--listen", "0"],
            ["--listen", "127.0.0.1:0", "--acquirer", "0.0.0.0:0"], ["--listen", "127.0.0.1:0", "--tls", "one"],
            ["--listen", "127.0.0.1:0", "--tls", "/nowhere,/nowhere"],
            ["--listen", "127.0.0.1:0", "--faults", "none"], ["--listen", "127.0.0.1:0", "--scenario", "none"],
            ["--listen", "127.0.0.1:0", "--ledger", "/nowhere/ledger"],
            ["--listen", "127.0.0.1:0", "--api-key-file", "/nowhere"],
        ])
    func usage(options: [String]) throws {
        let program = try RunningProgram(
            BuiltProgram.path("till-sim"), ["gateway"] + options, environment: ["LC_ALL": "C.UTF-8"])
        #expect(try program.waitForExit() == 2)
        #expect(program.output.isEmpty && !program.errors.isEmpty)
    }
}
