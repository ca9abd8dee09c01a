import Datecs
import EMV
import TestKit
import Testing
import Wire

@Suite("Packets")
struct PacketTests {
    @Test(
        "what can't be read is told with its place in the frame",
        arguments: [
            ("3D", "", nil, 5, ["3D"]), ("3D", "03 0002", nil, 6, ["3D03", "end"]),
            ("3D", "03 00", nil, 6, ["3D03", "end"]), ("3D", "00 00", nil, 6, ["3D00", "data"]),
            ("3D", "01 01 8105", nil, 8, ["3D01", "81", "length"]), ("3D", "01", nil, 6, ["3D01", "type"]),
            ("3D", "08 1A0D1D0E0509", nil, 7, ["3D08", "clock", "month"]),
            ("40", "02 0400", nil, 6, ["4002", "kind"]), ("40", "02 0102", nil, 7, ["4002", "result"]),
            ("0E", "", nil, 5, ["0E"]), ("0E", "01 8109000000000000000001", nil, 6, ["0E01", "81"]),
            ("0E", "01 9F41 01 1A", nil, 6, ["0E01", "9F41"]), ("0F", "02", nil, 6, ["0F02", "id"]),
            ("0F", "01 0101CB00", nil, 8, ["0F01", "address"]), ("0B", "82 01 0015", nil, 6, ["0B82", "form"]),
            ("0B", "82 00 C1020015 00", nil, 11, ["0B82", "data"]),
            ("00", "00", CommandID.ping, 5, ["3D00", "reply", "data"]),
            ("00", "00", .reportInfo, 5, ["3D05", "reply", "count"]),
            ("00", "", .readerState, 5, ["3D26", "reply", "state"]),
            ("00", "0000 00", .pinpadStatus, 7, ["3D1A", "reply", "data"]),
        ] as [(String, String, CommandID?, Int, [String])])
    func errors(_ code: String, _ data: String, _ awaited: CommandID?, _ offset: Int, _ path: [String]) {
        let message = Message(code: hex(code)[0], data: hex(data))
        let error = #expect(throws: WireError.self) { try Packet(message, awaited: awaited) }
        #expect(error?.offset == offset)
        #expect(error?.path == path)
    }

    @Test("a status in what is no reply is refused", arguments: [0x3D, 0x40, 0x0E, 0x07] as [UInt8])
    func statusInRequest(_ code: UInt8) {
        let message = Message(code: code, status: 1, data: [0])
        #expect(throws: WireError.self) { try Packet(message) }
    }

    @Test("a late reply to another command is refused, not taken for this one's")
    func lateReply() throws {
        let info = try #require(Expected.all.first { $0.name == "A04" }).packet.message
        for other in [CommandID.ping, .menuInfo, .pinpadStatus, .clock, .maxMTU, .readerState] {
            #expect(throws: WireError.self) { try Packet(info, awaited: other) }
        }
    }

    @Test("data with an error status, and a reply that nobody awaits, stay bytes")
    func otherData() throws {
        #expect(
            try Packet(Message(code: 0, status: 7, data: [1]), awaited: .pinpadInfo)
                == .reply(Reply(.notInThisState, .other([1]))))
        #expect(try Packet(Message(code: 0, data: [1])) == .reply(Reply(.ok, .other([1]))))
        #expect(try Packet(Message(code: 0, data: [])) == .reply(Reply()))
    }

    @Test("what is outside the tables is kept as it is")
    func others() throws {
        let command = Message(code: 0x3D, data: [0x22, 1])
        #expect(try Packet(command) == .command(.other(command)))
        let event = Message(code: 0x0E, data: [0x77, 1])
        #expect(try Packet(event) == .event(.other(event)))
        let message = Message(code: 0x77, status: 9, data: [1])
        #expect(try Packet(message) == .other(message))
        #expect(try Packet(message).message == message)
    }

    @Test("the older engine's messages on the screen have a form of their own")
    func engineDisplay() throws {
        func event(_ data: String) throws -> Packet { try Packet(Message(code: 0x0B, data: hex(data))) }
        #expect(try event("82 00 0015") == .event(.engineDisplay(EngineDisplay(.presentCard))))
        #expect(try event("82 00 0015 03") == .event(.engineDisplay(EngineDisplay(.presentCard, status: 3))))
        #expect(
            try event("82 00 0015 03 0102") == .event(.engineDisplay(EngineDisplay(.presentCard, status: 3, hold: 258)))
        )
    }

    @Test(
        "bytes for the reader are cut at its MTU",
        arguments: [(3000, [1024, 1024, 952]), (2363, [1024, 1024, 315]), (1024, [1024]), (0, [])])
    func mtu(_ count: Int, _ sizes: [Int]) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let pieces = Command.receive(bytes, mtu: 1024).map { command -> [UInt8] in
            if case .receiveData(let piece) = command { piece } else { [] }
        }
        #expect(pieces.map(\.count) == sizes)
        #expect(pieces.flatMap(\.self) == bytes)
    }

    @Test(
        "an MTU that no frame could hold, or none at all, is taken as the nearest",
        arguments: [(0, 1), (-5, 1), (65_535, 4095)])
    func oddMTU(_ mtu: Int, _ size: Int) {
        let first = Command.receive([UInt8](repeating: 0, count: 5000), mtu: mtu).first
        #expect(first == .receiveData([UInt8](repeating: 0, count: size)))
    }

    @Test("references that the wire can't say are refused", arguments: ["", "注文", String(repeating: "A", count: 128)])
    func unsendable(_ text: String) {
        #expect(TransactionStart.purchase(100, reference: text) == nil)
        #expect(TransactionStart.following(.capture, amount: 1, rrn: text, authorization: "A1B2C3") == nil)
        #expect(TransactionStart.following(.capture, amount: 1, rrn: "000123456789", authorization: text) == nil)
    }

    @Test("every type of the table has a name, and what it is made with has all that it needs")
    func types() throws {
        for number in 1...0x10 as ClosedRange<UInt8> {
            let type = TransactionType(rawValue: number)
            #expect(type.name != nil)
            #expect(type.requiredTags != nil)
        }
        for case .command(.start(let start)) in Expected.all.map(\.packet) {
            let needed = try #require(start.type.requiredTags)
            #expect(needed.allSatisfy { start.parameters.bytes($0) != nil })
        }
        #expect(TransactionType(rawValue: 0x11).requiredTags == nil)
        #expect(TransactionType(rawValue: 0x11).name == nil)
    }

    @Test("a password can't be printed")
    func password() {
        let packet = Packet.command(.clearReversal(ServicePassword(bytes: Array("1234".utf8))))
        var dumped = ""
        dump(packet, to: &dumped)
        #expect(!dumped.contains("49") && !dumped.contains("1234"))
        #expect("\(packet)".contains("password"))
    }
}
