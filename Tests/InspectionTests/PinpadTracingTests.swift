import Captures
import Datecs
import Doubles
import EMV
import Testing
import Wire

@testable import Tracing

@Suite("tracing a pinpad")
struct PinpadTracingTests {
    private let card = "4761739001010010"

    @Test("every frame is one packet of its own link type, in order; what is harmless is unchanged")
    func ordinary() throws {
        var trace = PinpadTrace()
        let sent: [Packet] = [.command(.pinpadStatus), .reply(Reply(.ok, .pinpadStatus(PinpadStatus(pending: .hung))))]
        var packets = trace.take(frame(sent[0]), .outbound, at: 1)
        packets += trace.take(Array(frame(sent[1]).prefix(4)), .inbound, at: 2)
        packets += trace.take(Array(frame(sent[1]).dropFirst(4)), .inbound, at: 3)
        #expect(packets.map(\.bytes) == sent.map(frame))
        #expect(packets.map(\.direction) == [.outbound, .inbound])
        #expect(packets.map(\.microseconds) == [1, 3])
        #expect(packets.allSatisfy { $0.linkType == .datecs && $0.comment == nil })
    }

    @Test("a sale's end reads as it did; a card number sent whole keeps its last four")
    func complete() throws {
        let record = Record([
            TLV(.amount, [0, 0, 4, 26]), TLV(.result, [0, 0, 0, 0]), TLV(.maskedCard, Array(card.utf8)),
            TLV(.cardholder, Array("DOE/JANE".utf8)), TLV(.rrn, Array("603110161234".utf8)),
        ])
        guard case .event(.complete(let read)) = try Packet(try message(.event(.complete(record)))) else {
            Issue.record("it reads otherwise")
            return
        }
        #expect(read.text(.maskedCard) == "************0010" && read.text(.cardholder) == "********")
        #expect(read.bytes(.amount) == record.bytes(.amount) && read.text(.rrn) == "603110161234")
    }

    @Test(
        "card data, keys and words of access are never shown",
        arguments: [
            Packet.event(.complete(Record([TLV(Tag(rawValue: 0x5A), [0x47, 0x61, 0x73, 0x77, 0x77])]))),
            .event(.complete(Record([TLV(Tag(rawValue: 0x57), [UInt8](repeating: 0x77, count: 19))]))),
            .event(.complete(Record([TLV(Tag(rawValue: 0xDF8101), [UInt8](repeating: 0x77, count: 8))]))),
            .event(.complete(Record([TLV(.applicationID, [UInt8](repeating: 0x77, count: 8))]))),
            .event(.complete(Record([TLV(.amount, [UInt8](repeating: 0x77, count: 8))]))),
            .event(.complete(Record([TLV(.stan, [UInt8](repeating: 0x77, count: 8))]))),
            .event(.complete(Record([TLV(tag: Tag(rawValue: 0x70), content: .objects([TLV(.cryptogram, [0x77])]))]))),
            .event(.engineOnline(Record([TLV(Tag(rawValue: 0x5A), [0x77, 0x77])]))),
            .event(.other(Message(code: 0x03, data: [0x77, 0x77]))),
            .command(.deleteBatch(ServicePassword(bytes: [0x77, 0x77]))),
            .command(.clearReversal(ServicePassword(bytes: [0x77, 0x77]))),
            .command(.checkPassword(.bank, ServicePassword(bytes: [0x77, 0x77]))),
            .command(.editCommunication(Record([TLV(.password, [0x77, 0x77])]))),
            .command(.other(Message(code: 0x37, data: [1, 0x77]))),
            .command(.terminalTags([Tag(rawValue: 0xDF77)])),
            .reply(Reply(.ok, .keyList("wwwwwwww"))), .reply(Reply(.generalError, .other([0x77]))),
            .other(Message(code: 0x77, data: [0x77])),
        ])
    func secrets(_ packet: Packet) throws {
        let kept = try message(packet)
        #expect(!kept.data.contains(0x77) && kept.data.count == packet.message.data.count)
    }

    @Test("the key lists stay out though they were asked for")
    func keys() throws {
        var trace = PinpadTrace()
        _ = trace.take(frame(.command(.symmetricKeys)), .outbound, at: 1)
        let kept = trace.take(frame(.reply(Reply(.ok, .keyList("wwww")))), .inbound, at: 2)
        #expect(kept.count == 1 && !kept[0].bytes.contains(0x77))
    }

    @Test("what goes between reader and acquirer keeps its frame's beginning, its length and its digest")
    func hostData() throws {
        let data = [UInt8](repeating: 0x77, count: 600)
        for (packet, kept) in [(Packet.event(.sendData(id: 1, data)), 7), (.command(.receiveData(data)), 6)] {
            var trace = PinpadTrace()
            let packets = trace.take(frame(packet), .inbound, at: 1)
            #expect(packets.map(\.bytes) == [Array(frame(packet).prefix(kept))])
            #expect(packets.first?.originalLength == frame(packet).count)
            #expect(packets.first?.comment?.contains("SHA-256") == true)
        }
    }

    @Test("a bad frame and noise show nothing; a frame that stays unfinished lets the next ones through")
    func broken() throws {
        var trace = PinpadTrace()
        var bad = frame(.event(.complete(Record([TLV(.maskedCard, Array(card.utf8))]))))
        bad[bad.count - 1] ^= 1
        var packets = trace.take(Array(card.utf8) + bad + frame(.reply(Reply())), .inbound, at: 1)
        packets += trace.take([0x3E, 0, 0, 0x0F, 0xFF], .inbound, at: 2)
        packets += trace.take(frame(.reply(Reply())), .inbound, at: 5_000_000)
        packets += trace.end(at: 6_000_000)
        #expect(packets.filter { !$0.bytes.isEmpty }.map(\.bytes) == [frame(.reply(Reply())), frame(.reply(Reply()))])
        #expect(packets.filter(\.bytes.isEmpty).allSatisfy { $0.comment?.contains("SHA") == false })
    }

    @Test("whatever comes, however cut: no card number, in text or in digits, and the trace is known as one")
    func property() throws {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<300 {
            var trace = PinpadTrace()
            var packets: [CapturedPacket] = []
            for moment in 0..<Int64(20) {
                var bytes = frame(.random(card, &random))
                if Int.random(in: 0..<6, using: &random) == 0, let index = bytes.indices.randomElement(using: &random) {
                    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                let cut = Int.random(in: 0...bytes.count, using: &random)
                let direction: CapturedPacket.Direction = Bool.random(using: &random) ? .inbound : .outbound
                packets += trace.take(Array(bytes.prefix(cut)), direction, at: moment)
                packets += trace.take(Array(bytes.dropFirst(cut)), direction, at: moment)
            }
            packets += trace.end(at: 30)
            let all = packets.flatMap(\.bytes)
            #expect(!all.contains(Array(card.utf8)) && !all.contains([0x47, 0x61, 0x73, 0x90, 0x01, 0x01, 0x00, 0x10]))
            #expect(TraceCheck.isRedacted(packets))
        }
    }

    @Test("a recording with a card number in it is none")
    func check() {
        let raw = frame(.event(.complete(Record([TLV(.maskedCard, Array(card.utf8))]))))
        let packet = CapturedPacket(microseconds: 0, direction: .inbound, linkType: .datecs, bytes: raw)
        #expect(!TraceCheck.isRedacted([packet]))
    }

    private func frame(_ packet: Packet) -> [UInt8] { FrameEncoder.frame(packet.message) }

    /// What the trace shows of one packet.
    private func message(_ packet: Packet) throws -> Message {
        var trace = PinpadTrace()
        let packets = trace.take(frame(packet), .inbound, at: 1)
        var deframer = Deframer()
        deframer.push(packets.flatMap(\.bytes))
        guard case .frame(let message) = deframer.next()?.unit else {
            throw WireError(offset: 0, expected: "a frame", found: "none", path: [])
        }
        return message
    }
}

extension Packet {
    /// With a card number in one place or another.
    fileprivate static func random(_ card: String, _ random: inout SeededGenerator) -> Packet {
        let text = Array(card.utf8)
        let digits: [UInt8] = [0x47, 0x61, 0x73, 0x90, 0x01, 0x01, 0x00, 0x10]
        let tags: [EMV.Tag] = [
            .maskedCard, .cardholder, .reference, .rrn, .applicationID, .cryptogram, .scheme, .merchantID, .amount,
            .stan, Tag(rawValue: 0x57), Tag(rawValue: 0x5A), Tag(rawValue: 0xDF8102), .accessPoint,
        ]
        let record = Record(
            tags.shuffled(using: &random).prefix(3).map { tag in
                switch tag.format?.kind {
                case .number?, .digits?, .bytes?: TLV(tag, digits)
                case .text?: TLV(tag, Bool.random(using: &random) ? text : digits)
                case nil: TLV(tag, digits + [0xD2, 0x21])
                }
            })
        let packets: [Packet] = [
            .event(.complete(record)), .event(.hangReceipt(record)), .event(.logData(record)),
            .event(.engineOnline(record)), .reply(Reply(.ok, .record(record))), .reply(Reply(.ok, .keyList(card))),
            .command(.symmetricKeys), .command(.receiptTags(.receipt)), .command(.start(.testConnection)),
            .command(.receiveData(text + digits)), .event(.sendData(id: 1, text)), .other(Message(code: 9, data: text)),
            .command(.deleteBatch(ServicePassword(bytes: text))), .event(.other(Message(code: 4, data: digits))),
            .command(.pinpadInfo), .reply(Reply(.ok, .other(Array("BluePad-50 ".utf8) + text + digits + digits))),
            .reply(Reply(.busy, .other(digits))), .command(.editCommunication(record)),
        ]
        return packets.randomElement(using: &random) ?? .command(.ping)
    }
}

extension [UInt8] {
    fileprivate func contains(_ other: [UInt8]) -> Bool { !ranges(of: other).isEmpty }
}
