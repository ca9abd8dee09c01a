import Heft
import Inspector
import TestKit
import Testing

@Suite("Decoding HEFT")
struct HeftDecoderTests {
    @Test("frames, pairs and messages come in order, with offsets")
    func ordinary() throws {
        let bytes = frames(.setLogLevel(3)) + [0x10, 0x06] + frames(.setLogLevelAnswer(.success))
        #expect(
            HeftDecoder.decode(bytes) == [
                .frame(DecodedFrame(offset: 0, length: 17, kind: .final, crcOk: true)),
                .message(
                    DecodedMessage(
                        command: .setLogLevel, direction: .hostToReader, status: nil, length: 1,
                        fields: [DecodedField("level", "3")])),
                .frame(DecodedFrame(offset: 17, length: 2, kind: .ack)),
                .frame(DecodedFrame(offset: 19, length: 20, kind: .final, crcOk: true)),
                .message(
                    DecodedMessage(
                        command: .setLogLevelAnswer, direction: .readerToHost, status: .success, length: 0, fields: [])),
            ])
    }

    @Test("XML is a tree of fields")
    func tree() throws {
        let xml = XMLText(bytes: Array("<R><A>1</A><B><C>2</C></B></R>".utf8))
        let fields = fields(of: .event(.waitingCard, xml))
        let inner = DecodedField("B", children: [DecodedField("C", "2")])
        #expect(fields == [DecodedField("R", children: [DecodedField("A", "1"), inner])])
    }

    @Test("proofs and host data are lengths")
    func secrets() {
        let answer = ChallengeAnswer(random: [UInt8](repeating: 0x41, count: 32), proof: [0x42, 0x43])
        #expect(
            fields(of: .challengeAnswer(.success, answer)) == [
                DecodedField("random", "32 bytes"), DecodedField("proof", "2 bytes"),
            ])
        #expect(fields(of: .hostReceiveAnswer(.success, [1, 2, 3])) == [DecodedField("data", "3 bytes")])
    }

    @Test("card numbers are masked and control characters gone, also where one hides the other")
    func masked() {
        let receipt = Array("4761\u{1B}[0m739001010010".utf8)
        let xml = XMLText(bytes: Array("<PAN>4761 7390 0101 0010</PAN>".utf8))
        let fields = fields(of: .signatureRequest(SignatureRequest(receipt: receipt, xml: xml)))
        #expect(fields == [DecodedField("receipt", "************0010"), DecodedField("PAN", "**** **** **** 0010")])
    }

    @Test("XML that can't be read is shown as text")
    func badXML() {
        #expect(fields(of: .event(.success, XMLText(bytes: Array("<a".utf8)))) == [DecodedField("xml", "<a")])
    }

    @Test("what is good before the damage is told, then the damage")
    func malformed() throws {
        let good = frames(.idle)
        var bad = good
        bad[bad.count - 1] ^= 1
        let decoded = HeftDecoder.decode(good + bad + [0x41, 0x10, 0x02])
        #expect(
            decoded.dropFirst(2) == [
                .frame(DecodedFrame(offset: 16, length: 16, kind: .final, crcOk: false)),
                .malformed(offset: 16, text: "the checksum is wrong"),
                .malformed(offset: 32, text: "1 bytes outside of frames"),
                .malformed(offset: 33, text: "2 bytes of an unfinished frame"),
            ])
    }

    @Test("a message that lies is malformed where it begins")
    func lyingMessage() {
        let message = Message(.event, status: .waitingCard, payload: [0, 0, 0xFF, 0xFF])
        let bytes = FrameEncoder.frames(message: message.bytes, maxFrame: 200)[0]
        #expect(
            HeftDecoder.decode(bytes).last
                == .malformed(
                    offset: 0, text: "R001/xml/length at byte 14: expected at most 0, found 65535"))
    }

    @Test("a message without its last frame is malformed")
    func noLastFrame() {
        let first = FrameEncoder.frames(message: Packet.idle.message.bytes, maxFrame: 10)[0]
        #expect(HeftDecoder.decode(first).last == .malformed(offset: 0, text: "a message without its last frame"))
    }

    @Test(
        "who speaks follows from the command",
        arguments: [
            ("F000", true), ("F001", false), ("H000", false), ("H001", true), ("R001", false), ("R010", false),
            ("R011", true), ("I010", true), ("I011", false), ("C001", false),
        ])
    func direction(_ text: String, _ isHost: Bool) throws {
        let command = try #require(CommandID(text))
        let payload: [UInt8] = text == "H000" ? [0, 0, 0, 0, 0] : text == "R010" ? [0, 0, 0, 0, 0, 0] : []
        let message = Message(command, status: command.isAnswer ? .success : nil, payload: payload)
        #expect(try DecodedMessage(message).direction == (isHost ? .hostToReader : .readerToHost))
    }

    @Test("any bytes are decoded without a gap", arguments: 0..<100)
    func anyBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(upTo: 300)
        #expect(HeftDecoder.decode(bytes).isEmpty == bytes.isEmpty)
    }

    private func frames(_ packet: Packet) -> [UInt8] {
        FrameEncoder.frames(message: packet.message.bytes, maxFrame: 200).flatMap(\.self)
    }

    private func fields(of packet: Packet) -> [DecodedField] {
        for case .message(let message) in HeftDecoder.decode(frames(packet)) { return message.fields }
        return []
    }
}
