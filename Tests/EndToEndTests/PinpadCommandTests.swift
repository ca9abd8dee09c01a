import Payments
import TestKit
import Testing

@Suite("a pinpad at the command line")
struct PinpadCommandTests {
    private func run(_ counter: Counter, _ uri: String, _ words: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"), words + ["--json", "--reader", uri], environment: counter.environment)
        _ = try program.waitForExit()
        return program
    }

    @Test("its clock is shown and set, its keys and its menu are told")
    func enquiries() throws {
        let (counter, pinpad) = (try Counter(), try SimulatedReader("--protocol", "datecs"))
        #expect(try run(counter, pinpad.uri, "clock").last("clock")?["wasSet"] == false)
        let set = try #require(try run(counter, pinpad.uri, "clock", "--set").last("clock"))
        #expect(set["wasSet"] == true && abs(set["secondsAhead"]?.integerValue ?? 99) <= 1)
        #expect(try run(counter, pinpad.uri, "keys").last("keys")?["state"]?.stringValue == "fine")
        #expect(try run(counter, pinpad.uri, "menu").last("menu")?["software"]?.stringValue == "1.1.36.1")
    }

    @Test("points are told, spent and given back, and are no money")
    func loyalty() throws {
        let (counter, pinpad) = (try Counter(), try SimulatedReader("--protocol", "datecs"))
        #expect(try run(counter, pinpad.uri, "loyalty", "balance").last("loyaltyBalance")?["points"] == 12_000)
        let spent = try #require(try run(counter, pinpad.uri, "loyalty", "spend", "40").last("result"))
        #expect(spent["type"] == "LOYALTY_SPEND" && spent["currency"] == "XXX" && spent["authorisedAmount"] == 40)
        let id = try #require(spent["transactionReference"]?.stringValue)
        #expect(try run(counter, pinpad.uri, "reverse", id).last("result")?["type"] == "VOID_LOYALTY")
        for words in [["spend"], ["spend", "4.5"], ["spend", "0"], ["balance", "1"], ["earn"]] {
            let refused = try RunningProgram(
                BuiltProgram.path("till"), ["loyalty"] + words + ["--reader", pinpad.uri],
                environment: counter.environment)
            #expect(try refused.waitForExit() == 2, "\(words)")
        }
        #expect(try run(counter, pinpad.uri, "sale", "10", "XXX").last("error")?["code"] == "currency-unknown")
    }

    @Test("a sale's trace has the frames, and neither the card's holder nor what went to the bank")
    func trace() throws {
        let (counter, pinpad) = (try Counter(), try SimulatedReader("--protocol", "datecs", "--currency", "EUR"))
        let file = counter.path("trace.pcapng")
        let sale = try run(counter, pinpad.uri, "sale", "10.50", "EUR", "--trace", file)
        #expect(try sale.waitForExit() == 0)
        let bytes = counter.bytes("trace.pcapng")
        #expect(bytes.ranges(of: [0x3E, 0x3D, 0x00, 0x00, 0x01, 0x00]).count > 0)
        #expect(bytes.ranges(of: [0x3E, 0x0E, 0x00]).count > 0)
        #expect(String(decoding: bytes, as: UTF8.self).contains("SHA-256"))
    }
}

@Suite("a serial line that names no protocol")
struct ProtocolDetectionTests {
    @Test("either kind of reader is found out and sells", arguments: ["heft", "datecs"])
    func either(spoken: String) throws {
        let counter = try Counter()
        let reader = try RunningProgram(
            BuiltProgram.path("till-sim"), ["reader", "--listen", "pty:", "--protocol", spoken, "--currency", "EUR"],
            environment: counter.environment)
        let uri = try #require(try reader.firstLine().split(separator: "?").first.map(String.init))
        let words = ["--json", "--reader", uri, "--secret-file", counter.path("secret")]
        let info = try RunningProgram(
            BuiltProgram.path("till"), ["info"] + words, environment: counter.environment)
        #expect(try info.waitForExit() == 0)
        #expect(info.last("connected")?["protocol"]?.stringValue == (spoken == "heft" ? nil : spoken))
        let sale = try RunningProgram(
            BuiltProgram.path("till"), ["sale", "10.50", "EUR"] + words, environment: counter.environment)
        #expect(try sale.waitForExit() == 0)
        #expect(sale.last("result")?["finStatus"]?.stringValue == "AUTHORISED")
    }
}
