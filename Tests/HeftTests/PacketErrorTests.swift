import Heft
import Testing
import Time
import Wire

@Suite("Packets that lie")
struct PacketErrorTests {
    @Test("an event that promises more XML than it has")
    func eventXML() {
        let payload: [UInt8] = [0x00, 0x00, 0xFF, 0xFF] + Array("<a></a>\n".utf8)
        refuse(Message(.event, status: .waitingCard, payload: payload), at: 14, "at most 8", "65535", "R001/xml/length")
    }

    @Test(
        "each of a finance answer's four lengths",
        arguments: [
            (19, "transactionID"), (20, "merchantReceipt"), (22, "customerReceipt"), (24, "xml"),
        ])
    func financeAnswer(_ offset: Int, _ field: String) {
        var payload: [UInt8] = [1, 0, 0, 3, 0xE8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        payload[offset - 14] = 0xFF
        let error = wireError(Message(.saleAnswer, status: .success, payload: payload))
        #expect(error?.offset == offset)
        #expect(error?.path == ["F001", field, "length"])
    }

    @Test("a finance answer of up to six bytes is an error answer without a payload", arguments: 0...6)
    func shortFinanceAnswer(_ count: Int) throws {
        let message = Message(.saleAnswer, status: .userCancelled, payload: [UInt8](repeating: 0, count: count))
        #expect(try Packet(message) == .financeAnswer(.sale, .userCancelled, nil))
    }

    @Test("bytes behind a reader's last field are left alone")
    func trailing() throws {
        let message = Message(.event, status: .waitingCard, payload: [0, 0, 0, 1, 0x41, 0x00])
        #expect(try Packet(message) == .event(.waitingCard, XMLText(bytes: [0x41])))
    }

    @Test("bytes behind a host's last field are refused")
    func trailingFromHost() {
        refuse(Message(.idle, payload: [0]), at: 10, "end", "1 more bytes", "I010/payload")
        refuse(Message(.signatureAnswer, status: .success, payload: [0]), at: 14, "end", "1 more bytes", "R011/payload")
    }

    @Test("digits that aren't: in currency, clock and serial number")
    func digits() {
        let digits = "BCD digits"
        let half = "another half byte"
        refuse(Message(.sale, payload: [0x08, 0x2A, 0, 0, 0, 0, 1]), at: 10, digits, half, "F000/currency")
        let clock: [UInt8] = [0x20, 0x12, 0xA8, 0x10, 0x18, 0x08, 0x34]
        refuse(Message(.initialise, payload: clock), at: 12, digits, half, "I000/clock")
        let answer: [UInt8] = [0, 200, 0, 1, 0x2F, 0, 0, 0]
        refuse(
            Message(.initialiseAnswer, status: .success, payload: answer), at: 16, digits, half, "I001/serialNumber")
    }

    @Test("a flag that is neither yes nor no")
    func flag() {
        refuse(
            Message(.sale, payload: [8, 0x26, 0, 0, 0, 1, 2]), at: 16, "0 or 1", "another number", "F000/cardPresent")
    }

    @Test("an original's id that isn't ASCII")
    func notASCII() {
        let payload: [UInt8] = [8, 0x26, 0, 0, 0, 1, 1, 1, 0xE9]
        refuse(Message(.saleVoid, payload: payload), at: 17, "ASCII", "a byte above 0x7F", "F020/transactionID")
    }

    @Test("an answer without a status")
    func noStatus() {
        refuse(Message(.saleAnswer), at: 4, "a status", "none", "F001")
    }

    @Test("a command that nobody uses here is kept as it is", arguments: ["P000", "S031", "D000", "Z999", "H050"])
    func other(_ text: String) throws {
        let command = try #require(CommandID(text))
        let message = Message(command, status: command.isAnswer ? .success : nil, payload: [1, 2, 3])
        #expect(try Packet(message) == .other(message))
    }

    @Test("fields too long for their length are cut to what fits")
    func cut() throws {
        let long = String(repeating: "x", count: 300)
        let connect = Packet.hostConnect(HostConnect(address: long, port: 1, timeoutSeconds: 1))
        let expected = HostConnect(address: String(long.prefix(255)), port: 1, timeoutSeconds: 1)
        #expect(try Packet(connect.message) == .hostConnect(expected))
        let send = Packet.hostSend(HostSend(timeoutSeconds: 1, data: [UInt8](repeating: 1, count: 70_000)))
        let data = [UInt8](repeating: 1, count: 65_535)
        #expect(try Packet(send.message) == .hostSend(HostSend(timeoutSeconds: 1, data: data)))
    }

    /// Found by fuzzing: repaired as UTF-8 the name grew, was cut, and came back as another.
    @Test("text that should be ASCII keeps its length whatever it holds")
    func notQuiteASCII() throws {
        let host: [UInt8] = [3, 0x61, 0xC3, 0xFF, 1, 0xBB, 0, 30]
        let expected = Packet.hostConnect(HostConnect(address: "a??", port: 443, timeoutSeconds: 30))
        #expect(try Packet(Message(.hostConnect, payload: host)) == expected)
        let sent = Packet.hostConnect(HostConnect(address: "aé☕️", port: 443, timeoutSeconds: 30))
        #expect(sent.message.payload == Array("\u{4}a???".utf8) + host.suffix(4))
    }

    @Test("numbers that BCD can't hold are the nearest that it can")
    func clampedBCD() throws {
        let clock = CivilTime(year: 12_345, month: -1, day: 100, hour: 0, minute: 0, second: 0)
        let nearest = CivilTime(year: 9999, month: 0, day: 99, hour: 0, minute: 0, second: 0)
        let packet = Packet.initialise(InitialiseRequest(clock: clock, xml: nil))
        #expect(try Packet(packet.message) == .initialise(InitialiseRequest(clock: nearest, xml: nil)))
    }

    private func refuse(
        _ message: Message, at offset: Int, _ expected: String, _ found: String, _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = WireError(
            offset: offset, expected: expected, found: found, path: path.split(separator: "/").map(String.init))
        #expect(throws: error, sourceLocation: sourceLocation) { try Packet(message) }
    }

    private func wireError(_ message: Message) -> WireError? {
        do throws(WireError) {
            _ = try Packet(message)
            return nil
        } catch {
            return error
        }
    }
}
