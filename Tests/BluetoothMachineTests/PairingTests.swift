import Payments
import Testing

/// Two machines over the air, each with its own BlueZ: search, pairing, a sale, and a reader without a key.
@Suite("Search and pairing over an emulated radio")
struct PairingTests {
    private static let run = MachineRun.pair("peer.py", "pairing.py", in: .others)

    private func facts(_ scenario: String) async throws -> JSONValue { try await Self.run.value.facts(scenario) }

    @Test("a reader near is found by its name, and the search ends")
    func discovery() async throws {
        let facts = try await facts("discovery")
        #expect(facts["readers"]?.elements.last?["connectionTypes"]?.texts == ["bluetooth"])
        #expect(facts["readers"]?.elements.last?["name"] == "HiLite")
        #expect(facts["last"] == "searchDone")
    }

    @Test("when the person at the reader says no, nothing is paired, and that is said")
    func rejected() async throws {
        let facts = try await facts("rejected")
        #expect(facts["question"] == "confirmNumber")
        #expect(facts["status"] == 5 && facts["code"] == "pairing-rejected")
    }

    @Test("when both say yes they are paired, and the reader is told at once from then on")
    func accepted() async throws {
        let facts = try await facts("accepted")
        #expect(facts["status"] == 0 && facts["events"]?.texts.last == "paired")
        #expect(try await self.facts("known")["paired"]?.elements.contains(true) == true)
    }

    @Test("a paired reader is on the Readers screen a tenth of a second after it was drawn")
    func screen() async throws {
        let facts = try await facts("screen")
        #expect(facts["milliseconds"]?.integerValue.map { $0 < 100 * MachineRun.slack } == true, "\(facts)")
    }

    @Test("a paired reader sells, on the channel of its own record")
    func sale() async throws {
        #expect(try await facts("sale")["outcome"] == "approved")
    }

    @Test("a reader that another host holds isn't found, no payment begins, and it sells when it is let go")
    func elsewhere() async throws {
        let facts = try await facts("elsewhere")
        #expect(facts["taken"]?["status"] == 8 && facts["taken"]?.end == "link-not-found", "\(facts)")
        #expect(facts["freed"]?.end == "approved")
    }

    @Test("a reader is forgotten, once")
    func unpaired() async throws {
        let facts = try await facts("unpaired")
        #expect(facts["gone"]?["status"] == 0)
        #expect(facts["again"]?["status"] != 0)
    }

    @Test("a reader that wants a key is said to need pairing")
    func stranger() async throws {
        #expect(try await facts("stranger")["code"] == "link-not-paired")
    }

    @Test("a PIN pairs where both sides have the same, and else is said to be refused")
    func pin() async throws {
        let facts = try await facts("pin")
        #expect(facts["wrong"]?["status"] == 5 && facts["wrong"]?["code"] == "pairing-rejected")
        #expect(facts["right"]?["status"] == 0 && facts["right"]?["events"]?.texts.last == "paired")
    }

    @Test("where nobody at the reader answers, that is said in time")
    func unanswered() async throws {
        let facts = try await facts("unanswered")
        #expect(facts["status"] == 5 && facts["code"] == "pairing-timed-out")
    }

    @Test("with Bluetooth off, that is why nothing can be paired")
    func nobody() async throws {
        #expect(try await facts("nobody")["code"] == "bluetooth-off")
    }
}
