import Payments
import Testing

/// Two machines over the air, each with its own BlueZ: search, pairing, a sale, and a reader without a key.
@Suite("Search and pairing over an emulated radio")
struct PairingTests {
    private static let run = MachineRun.pair("peer.py", "pairing.py")

    private func facts(_ scenario: String) throws -> JSONValue { try Self.run.facts(scenario) }

    @Test("a reader near is found by its name, and the search ends")
    func discovery() throws {
        let facts = try facts("discovery")
        #expect(facts["readers"]?.elements.last?["connectionTypes"]?.texts == ["bluetooth"])
        #expect(facts["readers"]?.elements.last?["name"] == "HiLite")
        #expect(facts["last"] == "searchDone")
    }

    @Test("when the person at the reader says no, nothing is paired, and that is said")
    func rejected() throws {
        let facts = try facts("rejected")
        #expect(facts["question"] == "confirmNumber")
        #expect(facts["status"] == 5 && facts["code"] == "pairing-rejected")
    }

    @Test("when both say yes they are paired, and the reader is told at once from then on")
    func accepted() throws {
        let facts = try facts("accepted")
        #expect(facts["status"] == 0 && facts["events"]?.texts.last == "paired")
        #expect(try self.facts("known")["paired"]?.elements.contains(true) == true)
    }

    @Test("a paired reader is on the Readers screen a tenth of a second after it was drawn")
    func screen() throws {
        let facts = try facts("screen")
        #expect(facts["milliseconds"]?.integerValue.map { $0 < 100 * MachineRun.slack } == true, "\(facts)")
    }

    @Test("a paired reader sells, on the channel of its own record")
    func sale() throws {
        #expect(try facts("sale")["outcome"] == "approved")
    }

    @Test("a reader is forgotten, once")
    func unpaired() throws {
        let facts = try facts("unpaired")
        #expect(facts["gone"]?["status"] == 0)
        #expect(facts["again"]?["status"] != 0)
    }

    @Test("a reader that wants a key is said to need pairing")
    func stranger() throws {
        #expect(try facts("stranger")["code"] == "link-not-paired")
    }

    @Test("a PIN pairs where both sides have the same, and else is said to be refused")
    func pin() throws {
        let facts = try facts("pin")
        #expect(facts["wrong"]?["status"] == 5 && facts["wrong"]?["code"] == "pairing-rejected")
        #expect(facts["right"]?["status"] == 0 && facts["right"]?["events"]?.texts.last == "paired")
    }

    @Test("where nobody at the reader answers, that is said in time")
    func unanswered() throws {
        let facts = try facts("unanswered")
        #expect(facts["status"] == 5 && facts["code"] == "pairing-timed-out")
    }

    @Test("with Bluetooth off, that is why nothing can be paired")
    func nobody() throws {
        #expect(try facts("nobody")["code"] == "bluetooth-off")
    }
}
