import Datecs
import EMV
import Inspector
import TestKit
import Testing

@Suite("Decoding Datecs")
struct DatecsDecoderTests {
    @Test("frames and what they say come in order, and a reply is that of the last command")
    func ordinary() {
        let bytes = frame(.command(.readerState)) + frame(.reply(Reply(.ok, .readerState(.idle))))
        #expect(
            DatecsDecoder.decode(bytes) == [
                .frame(DecodedFrame(offset: 0, length: 7, kind: .final, crcOk: true)),
                .packet(
                    DecodedPacket(
                        id: "3D26", name: "GET CARD READER STATE", direction: .hostToReader, length: 1, fields: [])),
                .frame(DecodedFrame(offset: 7, length: 7, kind: .final, crcOk: true)),
                .packet(
                    DecodedPacket(
                        id: "3D26", name: "GET CARD READER STATE", direction: .readerToHost, status: 0,
                        statusName: "no error", length: 1, fields: [DecodedField("state", "1 idle")])),
            ])
    }

    @Test("an event between a command and its reply doesn't take the reply's place")
    func eventBetween() {
        let start = Packet.command(.start(.purchase(1050)))
        let bytes = frame(start) + frame(.event(.display(.presentCard))) + frame(.reply(Reply(.notInThisState)))
        let packets = packets(bytes)
        #expect(packets.map(\.id) == ["3D01", "0B82", "3D01"])
        #expect(packets.map(\.name) == ["TRANSACTION START", "USER INTERFACE", "TRANSACTION START"])
        #expect(packets[0].fields == [DecodedField("type", "1 PURCHASE"), DecodedField("amount", "1050")])
        #expect(packets[1].fields == [DecodedField("message", "0015 present card")])
        #expect(packets[2].statusName == "not allowed in this state")
    }

    @Test("data objects are named, codes are in words, digits as they stand")
    func objects() {
        let record = Record([
            TLV(.result, number: 1), TLV(.error, number: 1), TLV(.stan, bcd: 123), TLV(.hostResponse, number: 51),
            TLV(.localName, text: "Ресторант"), TLV(.applicationID, [0xA0, 0, 0, 0, 3]),
            TLV(Tag(rawValue: 0xDF39), [1, 2]),
        ])
        #expect(
            packets(frame(.event(.complete(record))))[0].fields == [
                DecodedField("result", "1 declined"), DecodedField("error", "1 general error"),
                DecodedField("stan", "00000123"), DecodedField("hostResponse", "51 insufficient funds"),
                DecodedField("localName", "Ресторант"), DecodedField("applicationID", "A000000003"),
                DecodedField("DF39", "2 bytes"),
            ])
    }

    @Test("a reply alone is shown as data objects only where all of them are known")
    func replyAlone() {
        let known = frame(.reply(Reply(.ok, .record(Record([TLV(.amount, number: 5)])))))
        #expect(packets(known)[0].fields == [DecodedField("amount", "5")])
        #expect(packets(known)[0].id == "00")
        #expect(packets(hex("3E 00 00 00 02 52 00 6E"))[0].fields == [DecodedField("data", "2 bytes")])
    }

    @Test("passwords, host data and holders are lengths")
    func secrets() {
        let password = ServicePassword(bytes: Array("1234".utf8))
        let fields = [
            Packet.command(.checkPassword(.merchant, password)), .command(.clearReversal(password)),
            .command(.receiveData([1, 2, 3])), .event(.sendData(id: 1, [1, 2, 3])),
            .command(.editCommunication(Record([TLV(.password, text: "1234")]))),
            .event(.complete(Record([TLV(.cardholder, text: "DOE")]))),
        ].map { packets(frame($0))[0].fields.last }
        #expect(
            fields == [
                DecodedField("password", "4 bytes"), DecodedField("password", "4 bytes"),
                DecodedField("data", "3 bytes"), DecodedField("data", "3 bytes"), DecodedField("password", "4 bytes"),
                DecodedField("cardholder", "3 bytes"),
            ])
    }

    @Test("a card number in any kind of data object is masked")
    func cardNumbers() {
        let record = Record([
            TLV(.maskedCard, text: "4761\u{1B}[0m739001010010"), TLV(.amount, hex("0010 EAC6 C1AB 175A")),
            TLV(.stan, hex("4761739001010010")), TLV(.applicationID, hex("4761739001010010")),
        ])
        for field in packets(frame(.event(.complete(record))))[0].fields {
            #expect(!field.value.contains("476173") && field.value.contains("*"))
        }
    }

    @Test("what is good before the damage is told, then the damage")
    func malformed() {
        let good = frame(.command(.ping))
        var bad = good
        bad[bad.count - 1] ^= 1
        let decoded = DatecsDecoder.decode(good + bad + [0x41] + hex("3E 3E 40 00 20 00") + [0x3E, 0x3D])
        #expect(
            decoded.dropFirst(2) == [
                .frame(DecodedFrame(offset: 7, length: 7, kind: .final, crcOk: false)),
                .malformed(offset: 7, text: "the checksum is wrong"),
                .malformed(offset: 14, text: "1 bytes outside of frames"),
                .malformed(offset: 15, text: "a start mark before another one"),
                .malformed(offset: 16, text: "a frame with more than 4096 bytes of data"),
                .malformed(offset: 21, text: "2 bytes of an unfinished frame"),
            ])
    }

    @Test("data that lie are malformed where their frame begins, and the next frame is read")
    func lyingData() {
        let lying = FrameEncoder.frame(Message(code: 0x0E, data: [0x01, 0x81, 0x05, 0x00]))
        let decoded = DatecsDecoder.decode(lying + frame(.command(.ping)))
        #expect(
            decoded[1] == .malformed(offset: 0, text: "0E01/81/length at byte 7: expected at most 1, found 5"))
        #expect(decoded.count == 4)
    }

    @Test("any bytes are decoded", arguments: 0..<100)
    func anyBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(Int.random(in: 0...300, using: &random), favourite: 0x3E)
        #expect(DatecsDecoder.decode(bytes).isEmpty == bytes.isEmpty)
    }

    private func frame(_ packet: Packet) -> [UInt8] { FrameEncoder.frame(packet.message) }

    private func packets(_ bytes: [UInt8]) -> [DecodedPacket] {
        DatecsDecoder.decode(bytes).compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
    }
}
