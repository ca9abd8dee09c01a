import Payments
import Testing

/// One machine with three controllers, till and readers on the same BlueZ.
@Suite("Sales over an emulated radio")
struct SalesTests {
    private static let run = MachineRun.single("sales.py", adapters: 3, in: .sales)

    private func facts(_ scenario: String) async throws -> JSONValue { try await Self.run.value.facts(scenario) }

    @Test("a reader's channel is found in the record that it put up")
    func channel() async throws {
        let facts = try await facts("channel")
        #expect(facts["uri"]?.stringValue?.hasSuffix("/7") == true)
        #expect(facts["complaints"] == "")
        for way in ["by name", "by channel"] {
            #expect(facts[way]?["milliseconds"]?.elements.count == 3)
            #expect(facts[way]?["faults"]?.texts == [])
        }
    }

    @Test("a link is made within a second")
    func connect() async throws {
        let times = try await facts("channel")["by name"]?["milliseconds"]?.numbers ?? []
        #expect(times.min().map { $0 < 1000 * MachineRun.slack } == true, "\(times)")
    }

    @Test("a sale is approved and another declined, as journal and acquirer agree")
    func sale() async throws {
        let facts = try await facts("sale")
        #expect(facts["approved"]?.end == "approved" && facts["approved"]?["amount"] == 1234)
        #expect(facts["declined"]?.end == "declined")
        let references = (facts["history"]?.elements ?? []).map { $0["transactionReference"] }
        let known = (facts["ledger"]?.elements ?? []).map { $0["transactionReference"] }
        #expect(references.count == 2 && Set(references) == Set(known))
    }

    @Test("the reader has introduced itself within a second of the start of the link")
    func didConnect() async throws {
        let facts = try await facts("introduction")
        let milliseconds = facts["milliseconds"]?.numbers ?? []
        #expect(facts["ends"]?.texts.contains("approved") == true, "\(facts)")
        #expect(milliseconds.min().map { $0 < 1000 * MachineRun.slack } == true, "\(milliseconds)")
    }

    @Test("each of two readers takes its own sale; a second record is not to be had, and that is said")
    func twoReaders() async throws {
        let facts = try await facts("two_readers")
        #expect(facts["first"]?.end == "approved" && facts["second"]?.end == "approved")
        #expect(facts["amounts"]?.elements.map(\.numbers) == [[3101], [3102]])
        #expect(facts["complaints"]?.stringValue?.contains("no record") == true)
        #expect(facts["stopped"] == 0)
    }

    @Test("a reader that something else holds is said to be taken, and can be had afterwards (A12)")
    func claimed() async throws {
        let facts = try await facts("claimed")
        #expect(facts["taken"]?.end == "link-claimed")
        #expect(facts["freed"]?.end == "approved")
    }

    @Test("closing and opening without a pause fails never (A11)")
    func storm() async throws {
        let facts = try await facts("storm")
        #expect(facts["milliseconds"]?.elements.count == 20)
        #expect(facts["faults"]?.texts == [])
    }

    @Test("a connection is made again within two seconds")
    func again() async throws {
        let times = try await facts("storm")["milliseconds"]?.numbers ?? []
        #expect(times.max().map { $0 < 2000 * MachineRun.slack } == true, "\(times)")
    }

    @Test("a link that is given up while it is made or looked for ends at once", arguments: ["pause", "search"])
    func givesUp(_ when: String) async throws {
        let facts = try await facts("gives_up")[when]
        #expect(facts?["milliseconds"]?.numbers.first.map { $0 < 500 } == true, "\(facts as Any)")
        #expect(facts?["faults"]?.texts == [])
    }

    @Test("bytes travel at no less than 0.8 of what a plain socket does beside it")
    func throughput() async throws {
        let facts = try await facts("throughput")
        #expect(facts["faults"]?.texts == [] && facts["status"] == 0)
        // The emulator stands still now and then: the middle of what was measured within moments of each other counts.
        let pairs = (facts["pairs"]?.elements ?? []).map(\.numbers).filter { $0.count == 2 && $0[1] > 0 }
        let ratios = pairs.map { pair in Double(pair[0]) / Double(pair[1]) }.sorted()
        #expect(ratios.count == 15 && ratios[7] >= 0.8, "\(facts)")
    }

    @Test(
        "a serial port on USB appears when it is plugged in and vanishes when it is pulled out, while the search goes on"
    )
    func plugged() async throws {
        let facts = try await facts("plugged")
        let port = facts["found"]?.elements.first
        #expect(port?["name"]?.stringValue?.hasPrefix("QEMU USB SERIAL") == true)
        #expect(port?["offered"] == false && port?["uri"] == facts["lost"])
    }

    @Test(
        "a console whose reader is away when it starts connects by itself when it comes, and never after it was let go")
    func comesLater() async throws {
        let facts = try await facts("comes_later")
        #expect(facts["away"] == true && facts["connected"] == true)
        #expect(facts["let go"] == true && facts["stays away"] == true)
    }

    @Test("a sale whose link breaks while the acquirer is asked is unknown, then fetched, and the books agree")
    func linkDrop() async throws {
        let facts = try await facts("link_drop")
        #expect(facts["broken"]?.end == "unknown")
        #expect(["approved", "cancelled"].contains(facts["back"]?["recovered"]))
        #expect(facts["history"]?.elements.count == 1)
        #expect(DropAudit(facts).faults == [])
        #expect(facts["stopped"] == 0)
    }

    @Test("a reader that is away is not found, and sells when it is back")
    func away() async throws {
        let facts = try await facts("away")
        #expect(facts["gone"]?.end == "link-not-found")
        #expect(facts["back"]?.end == "approved")
    }

    @Test("a reader whose radio was off and is on again sells")
    func theirAdapter() async throws {
        #expect(try await facts("their_adapter")["back"]?.end == "approved")
    }

    @Test("a reader whose radio is off is given up in time, and no payment begins")
    func unreachable() async throws {
        #expect(["link-not-found", "link-timed-out"].contains(try await facts("unreachable")["gone"]?.end))
    }

    @Test("with our own radio off that is what is said, and it sells when it is on again")
    func ourAdapter() async throws {
        let facts = try await facts("our_adapter")
        #expect(facts["off"]?.end == "link-radio-off")
        #expect(facts["back"]?.end == "approved")
    }

    @Test("a listener ends in good order, and another takes its channel and its record")
    func reopened() async throws {
        let facts = try await facts("reopened")
        #expect(facts["status"] == 0 && facts["complaints"] == "")
        #expect(facts["sale"]?.end == "approved")
    }

    @Test("a reader's record is there again after BlueZ started anew")
    func anew() async throws {
        #expect(try await facts("anew")["back"]?.end == "approved")
    }

    @Test("without BlueZ a reader still listens, and says that it has no record")
    func withoutBlueZ() async throws {
        let facts = try await facts("without_bluez")
        #expect(facts["complaints"]?.stringValue?.contains("no record") == true)
        #expect(facts["sale"]?.end == "approved")
        #expect(facts["stopped"] == 0)
        #expect(facts["free"]?.stringValue?.hasPrefix("rfcomm://") == true)
    }
}
