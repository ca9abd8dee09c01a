import Captures
import Payments
import TestKit
import Testing

@Suite("commands that sell nothing")
struct CommandTests {
    @Test("help is complete in every language", arguments: ["en", "fr", "it", "es"])
    func help(language: String) throws {
        let till = try Counter().till("--help", "--locale", language)
        #expect(try till.waitForExit() == 0)
        for name in ["sale", "readers", "info", "history", "receipt", "decode"] {
            #expect(till.output.contains("  \(name)"), "\(name)")
        }
        #expect(!till.output.contains("cli.") && till.errors.isEmpty)
    }

    @Test("no two languages have the same help")
    func languages() throws {
        let helps = try ["en", "fr", "it", "es"].map { language in
            let till = try Counter().till("help", "sale", environment: ["TILL_LOCALE": language])
            #expect(try till.waitForExit() == 0)
            return till.output
        }
        #expect(Set(helps).count == 4)
    }

    @Test("hex is taken apart")
    func decode() throws {
        let till = try Counter().till("decode", "--protocol", "heft", "1002493031303030303030301003EA69")
        #expect(try till.waitForExit() == 0)
        #expect(till.output.contains("I010"))
    }

    @Test("the bytes of a Datecs pinpad are taken apart, and damage ends with 1")
    func decodeDatecs() throws {
        let till = try Counter().till("decode", "--protocol", "datecs", "3E3D00000801018104000004 1A90 3E00340000 0A")
        #expect(try till.waitForExit() == 0)
        #expect(till.output.contains("PURCHASE") && till.output.contains("end the day first"))
        let broken = try Counter().till("decode", "--protocol", "datecs", "3E3D0000010003")
        #expect(try broken.waitForExit() == 1)
    }

    @Test("an approved payment can be listed, shown and printed")
    func history() throws {
        let counter = try Counter()
        let sale = try counter.till("sale", "12.34", "GBP", "--reader", "demo:default")
        #expect(try sale.waitForExit() == 0)
        #expect(sale.output.contains("Approved") && sale.output.contains("GBP"))
        #expect(try counter.history() == ["approved 1234"])
        let list = try counter.till("history", "--environment", "demo")
        #expect(try list.waitForExit() == 0)
        #expect(list.output.contains("Approved") && list.output.contains("[TRAINING]"))
        let receipt = try counter.till("receipt", "1", "--environment", "demo")
        #expect(try receipt.waitForExit() == 0)
        #expect(receipt.output.contains("12.34"))
    }

    @Test("a trace can be read, and has no more than the header of what proves the secret")
    func trace() throws {
        let counter = try Counter()
        let reader = try SimulatedReader()
        let sale = try counter.sale("12.34", on: reader.uri, "--trace", counter.path("trace.pcapng"))
        #expect(try sale.waitForExit() == 0)
        var capture = PcapngReader(counter.bytes("trace.pcapng"))
        var packets: [CapturedPacket] = []
        while let packet = try capture.next() { packets.append(packet) }
        #expect(packets.count > 20)
        let proofs = packets.filter {
            [0x31, 0x30].contains($0.bytes.dropFirst(5).first) && $0.bytes[2...4] == [0x52, 0x30, 0x32]
        }
        #expect(proofs.count == 2)
        for proof in proofs { #expect(proof.bytes.count <= 16 && proof.originalLength > 40) }
    }
}
