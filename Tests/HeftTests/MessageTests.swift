import Heft
import Testing
import Wire

@Suite("Messages")
struct MessageTests {
    @Test("a request's header has a length, an answer's a status before it")
    func headers() throws {
        #expect(Message(.sale, payload: [1, 2]).bytes == Array("F000000002".utf8) + [1, 2])
        #expect(Message(.saleAnswer, status: .posCancelled).bytes == Array("F0010025000000".utf8))
        #expect(try Message(bytes: Array("R0010014000000".utf8)) == Message(.event, status: .waitingCard))
    }

    @Test("hex digits of either case are read")
    func hexCase() throws {
        let payload = [UInt8](repeating: 0, count: 0xAB)
        #expect(try Message(bytes: Array("F0010FaF0000aB".utf8) + payload).status == Status(rawValue: 0x0FAF))
    }

    @Test(
        "what isn't a header says where and what",
        arguments: [
            ("", WireError(offset: 0, expected: "4 bytes", found: "0", path: ["command"])),
            ("F00", WireError(offset: 0, expected: "4 bytes", found: "3", path: ["command"])),
            (
                "f000000000",
                WireError(offset: 0, expected: "a letter and three digits", found: "other bytes", path: ["command"])
            ),
            (
                "F00A000000",
                WireError(offset: 0, expected: "a letter and three digits", found: "other bytes", path: ["command"])
            ),
            ("F000", WireError(offset: 4, expected: "6 bytes", found: "0", path: ["F000", "length"])),
            (
                "F00000000g",
                WireError(offset: 4, expected: "6 hex digits", found: "another byte", path: ["F000", "length"])
            ),
            (
                "F001+001000000",
                WireError(offset: 4, expected: "4 hex digits", found: "another byte", path: ["F001", "status"])
            ),
            ("F001000100000", WireError(offset: 8, expected: "6 bytes", found: "5", path: ["F001", "length"])),
            (
                "F0010001000001",
                WireError(offset: 8, expected: "1 bytes of payload", found: "0", path: ["F001", "length"])
            ),
            (
                "F000000000x",
                WireError(offset: 4, expected: "0 bytes of payload", found: "1", path: ["F000", "length"])
            ),
        ])
    func notAHeader(_ text: String, _ error: WireError) {
        #expect(throws: error) { try Message(bytes: Array(text.utf8)) }
    }

    @Test("commands read and print as their four characters", arguments: ["C000", "F081", "@999", "Z123"])
    func commandText(_ text: String) {
        #expect(CommandID(text)?.text == text)
    }

    @Test("other texts are no command", arguments: ["", "F00", "F0000", "f000", "0000", "F0A0", "F０00"])
    func noCommand(_ text: String) {
        #expect(CommandID(text) == nil)
    }

    @Test("operations and commands belong together")
    func operations() {
        #expect(
            FinanceOperation.allCases.map(\.command.text) == [
                "F000", "F010", "F020", "F030", "F040", "F050", "F060", "F070",
            ])
        #expect(FinanceOperation.pendingResult.answerCommand == .pendingResultAnswer)
        #expect(FinanceOperation(.refundVoidAnswer) == .refundVoid)
        #expect(FinanceOperation(.tokenise) == nil)
        #expect(FinanceOperation(.initialise) == nil)
    }

    @Test("a status has the protocol's word, an unlisted one none")
    func statusNames() {
        #expect(Status.success.name == "SUCCESS")
        #expect(Status(rawValue: 0x0041).name == "WAITING_HOST_MSG_RESP")
        #expect(Status(rawValue: 0x9999).name == "INITIALISATION_COMPLETE")
        #expect(Status(rawValue: 0x003F).name == nil)
    }
}
