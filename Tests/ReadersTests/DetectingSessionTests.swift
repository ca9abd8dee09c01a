import Datecs
import Payments
import Testing
import Time

@testable import Readers

@Suite("finding out which protocol a reader speaks")
struct DetectingSessionTests {
    private static let identity = HeftSession.Identity(name: "till", version: "1")
    private static let ping: [UInt8] = [0x3E, 0x3D, 0x00, 0x00, 0x01, 0x00, 0x02]
    private let late = Uptime.zero + DatecsLimits.ping

    /// Asked, and nothing has come yet.
    private func asking() -> DetectingSession {
        var session = DetectingSession(heft: HeftSession(identity: Self.identity))
        _ = session.handle(.command(.initialise(clock: PinpadDriver.clock)), at: .zero)
        return session
    }

    private func frame(_ packet: Packet) -> [UInt8] { FrameEncoder.frame(packet.message) }

    @Test("the first bytes are Datecs' PING alone, and an answer is waited for")
    func question() {
        var session = DetectingSession(heft: HeftSession(identity: Self.identity))
        let effects = session.handle(.command(.initialise(clock: PinpadDriver.clock)), at: .zero)
        #expect(effects == [.send(Self.ping)])
        #expect(session.nextDeadline == late && !session.isClosed)
    }

    @Test("a Datecs reader is introduced as one, however its answer is cut; busy counts too", arguments: [0, 1, 5])
    func datecs(cut: Int) {
        var session = asking()
        let answer = frame(.reply(Reply(cut == 0 ? .ok : .busy)))
        #expect(session.handle(.received(Array(answer.prefix(cut))), at: .zero) == [])
        let effects = session.handle(.received(Array(answer.dropFirst(cut))), at: .zero)
        var expected = DatecsSession()
        #expect(effects == expected.handle(.command(.initialise(clock: PinpadDriver.clock)), at: .zero))
    }

    @Test("silence means HEFT, and so do HEFT's own marks", arguments: [[], [0x10, 0x15], [0x10, 0x02, 0x3E, 0x41]])
    func heft(bytes: [UInt8]) {
        var session = asking()
        #expect(session.handle(.received(bytes), at: .zero) == [])
        #expect(session.handle(.deadline, at: .zero) == [])
        let effects = session.handle(.deadline, at: late)
        var expected = HeftSession(identity: Self.identity)
        #expect(effects == expected.handle(.command(.initialise(clock: PinpadDriver.clock)), at: late))
    }

    @Test("anything else is named by its first bytes, an echo too", arguments: [Array("AT+OK\r\n".utf8), ping])
    func somethingElse(bytes: [UInt8]) {
        var session = asking()
        #expect(session.handle(.received(bytes), at: .zero) == [])
        #expect(
            session.handle(.deadline, at: late)
                == [.closeLink, .event(.closed(.otherProtocol(firstBytes: bytes)))])
        #expect(session.isClosed && session.handle(.received(bytes), at: late) == [])
    }

    @Test("plain firmware is named as such")
    func plainFirmware() {
        var session = asking()
        _ = session.handle(.received(frame(.reply(Reply(.unknownCommand)))), at: .zero)
        _ = session.handle(.received(frame(.reply(Reply(.unknownCommand)))), at: .zero)
        let answer = frame(.reply(Reply(.ok, .other([UInt8](repeating: 0x41, count: 132)))))
        let effects = session.handle(.received(answer), at: .zero)
        #expect(effects.last == .event(.closed(.noPaymentApplication)))
    }

    @Test("no payment is begun before the protocol is known")
    func noPayment() {
        var session = asking()
        #expect(session.handle(.command(.start(PinpadDriver.request)), at: .zero) == [])
        #expect(session.handle(.command(.proceed), at: .zero) == [])
        #expect(session.handle(.command(.fetchPendingResult(since: nil)), at: .zero) == [])
    }

    @Test("a link that is lost or let go meanwhile is over", arguments: [true, false])
    func over(isLost: Bool) {
        var session = asking()
        let effects = session.handle(isLost ? .linkClosed : .command(.disconnect), at: .zero)
        #expect(effects == [.closeLink, .event(.closed(isLost ? .linkLost : nil))])
    }
}
