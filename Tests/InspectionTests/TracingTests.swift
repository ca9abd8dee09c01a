import Captures
import Crypto
import Foundation
import Heft
import Payments
import Ports
import TestKit
import Testing
import Threads
import Time
import Tracing

@Suite("Tracing")
struct TracingTests {
    @Test("every frame and pair of both directions is one packet, in order, with its time")
    func ordinary() throws {
        let trace = try Trace()
        let request = trace.send(Packet.idle)[0]
        trace.receive(LinkControl.ack.bytes)
        let event = Packet.event(.waitingCard, XMLText(bytes: Array("<a/>".utf8)))
        trace.receive(event)
        let packets = try trace.close()
        #expect(packets.map(\.bytes) == [request, [0x10, 0x06], frames(event)[0]])
        #expect(packets.map(\.direction) == [.outbound, .inbound, .inbound])
        #expect(packets.map(\.microseconds) == [1_000_000, 2_000_000, 3_000_000])
        #expect(packets.allSatisfy { $0.comment == nil && $0.originalLength == $0.bytes.count })
    }

    @Test("the link itself gets and gives every byte unchanged")
    func passesThrough() throws {
        let trace = try Trace()
        let challenge = trace.receive(Packet.challenge(Challenge(random: [1, 2, 3], xml: XMLText(bytes: []))))
        let frame = trace.send(Packet.signatureAnswer(.success))[0]
        #expect(trace.base.sent == [frame])
        #expect(trace.delivered == [.received(challenge[0])])
    }

    @Test(
        "a challenge, its proof and what goes to the acquirer keep the header alone",
        arguments: [
            Packet.challenge(Challenge(random: [UInt8](repeating: 0x77, count: 32), xml: XMLText(bytes: []))),
            .challengeAnswer(.success, ChallengeAnswer(random: [UInt8](repeating: 0x77, count: 32), proof: [0x77])),
            .hostSend(HostSend(timeoutSeconds: 30, data: [UInt8](repeating: 0x77, count: 50))),
            .hostReceive(HostReceive(length: 0x7777, timeoutSeconds: 30)),
            .hostReceiveAnswer(.success, [UInt8](repeating: 0x77, count: 50)),
            .hostPost(
                HostPost(
                    port: 1, backupPort: 1, timeoutSeconds: 1, host: "w", backupHost: "w",
                    data: [UInt8](repeating: 0x77, count: 50))),
            .hostPostAnswer(.success, [UInt8](repeating: 0x77, count: 50)),
        ])
    func secrets(_ packet: Packet) throws {
        let trace = try Trace()
        let frame = trace.send(packet)[0]
        let kept = try #require(try trace.close().first)
        let length = 2 + packet.message.headerLength
        let rest = Array(frame.dropFirst(length))
        let digest = SHA256.digest(rest).map { String(format: "%02x", $0) }.joined()
        #expect(kept.bytes == Array(frame.prefix(length)))
        #expect(kept.originalLength == frame.count)
        #expect(kept.comment == "left out: \(rest.count) bytes, SHA-256 \(digest)")
    }

    @Test(
        "a token is hidden, however the element is written and wherever frames end",
        arguments: [
            ("<a><CardToken>VT12</CardToken><b>c</b></a>", "<a><CardToken>****</CardToken><b>c</b></a>"),
            ("<CardToken x='1'>VT</CardToken>", "<CardToken x='1'>**</CardToken>"),
            ("<CardToken>VT12", "<CardToken>****"),
            ("<CardTokenizationGuid>4c</CardTokenizationGuid>", "<CardTokenizationGuid>4c</CardTokenizationGuid>"),
        ])
    func tokens(xml: String, kept: String) throws {
        let trace = try Trace()
        for frame in frames(.tokeniseAnswer(.success, XMLText(bytes: Array(xml.utf8))), 30) { trace.receive(frame) }
        let text = try trace.close().map { String(decoding: $0.bytes.dropFirst(2).dropLast(4), as: UTF8.self) }
        #expect(text.joined().hasSuffix(kept))
    }

    @Test("a secret message in many frames keeps its header and each frame's start", arguments: [9, 12, 40, 200])
    func secretInManyFrames(_ size: Int) throws {
        let trace = try Trace()
        let packet = Packet.hostReceiveAnswer(.success, [UInt8](repeating: 0x77, count: 100))
        for frame in frames(packet, size) {
            trace.send(frame)
            trace.receive(LinkControl.ack.bytes)
        }
        let packets = try trace.close()
        let sent = packets.filter { $0.direction == .outbound }
        #expect(sent.count == frames(packet, size).count)
        #expect(sent.allSatisfy { !$0.bytes.contains(0x77) && $0.bytes.prefix(2) == [0x10, 0x02] })
        #expect(packets.map(\.microseconds) == packets.map(\.microseconds).sorted())
    }

    @Test("a card number is masked even where it runs over a frame's end", arguments: [20, 35, 200])
    func cardNumber(_ size: Int) throws {
        let trace = try Trace()
        let xml = XMLText(bytes: Array("<a><Track>;4761739001010010=22122011</Track> 4761 7390 0101 0010</a>".utf8))
        for frame in frames(.event(.waitingCard, xml), size) { trace.receive(frame) }
        var receiver = LinkReceiver()
        let packets = try trace.close()
        let inputs = packets.flatMap { receiver.receive($0.bytes) }
        guard case .message(.success(let message)) = inputs.last else {
            Issue.record("the trace can't be read again")
            return
        }
        let masked = "<a><Track>;************0010=********</Track> **** **** **** 0010</a>"
        #expect(try Packet(message) == .event(.waitingCard, XMLText(bytes: Array(masked.utf8))))
    }

    @Test("a recording is known by its bytes; one with a card number in it is none", arguments: [20, 200])
    func check(_ size: Int) throws {
        let xml = XMLText(bytes: Array("<a>4761 7390 0101 0010</a>".utf8))
        let packets = [
            frames(.challenge(.init(random: [UInt8](repeating: 1, count: 32), xml: xml)), size),
            frames(.event(.waitingCard, xml), size),
        ].joined()
        let trace = try Trace()
        for frame in packets { trace.receive(frame) }
        #expect(TraceCheck.isRedacted(try trace.close()))
        let raw = packets.map { CapturedPacket(microseconds: 0, direction: .inbound, bytes: $0) }
        #expect(!TraceCheck.isRedacted(raw))
    }

    @Test("a bad frame keeps its start, noise and an unfinished frame nothing")
    func broken() throws {
        let trace = try Trace()
        var bad = frames(.setLogLevel(3))[0]
        bad[bad.count - 1] ^= 1
        trace.receive(bad)
        trace.receive(Array("4761739001010010".utf8))
        trace.receive(Array(frames(.idle)[0].prefix(9)))
        let packets = try trace.close()
        #expect(packets.map(\.bytes) == [[0x10, 0x02], [], []])
        #expect(packets.map(\.originalLength) == [bad.count, 16, 9])
        // A card number that stands alone could be guessed from a digest.
        #expect(packets.allSatisfy { $0.comment?.contains("SHA-256") == false })
    }

    @Test("the file is the owner's alone and replaces the one before")
    func fileMode() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/trace.pcapng"
        try Data("old and long enough to show".utf8).write(to: URL(filePath: path))
        _ = try TraceFile(path: path, reader: "HEFT")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try Data(contentsOf: URL(filePath: path)).prefix(4) == Data([0x0A, 0x0D, 0x0D, 0x0A]))
    }

    @Test("a link or folder of that name is left alone")
    func notAFile() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/elsewhere")
        #expect(throws: TraceError(systemCode: EEXIST)) { try TraceFile(path: folder.path + "/link", reader: "") }
        #expect(throws: TraceError(systemCode: EEXIST)) { try TraceFile(path: folder.path, reader: "") }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
    }

    private func frames(_ packet: Packet, _ size: Int = 200) -> [[UInt8]] {
        FrameEncoder.frames(message: packet.message.bytes, maxFrame: size)
    }
}
