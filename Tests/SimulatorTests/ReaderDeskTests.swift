import Heft
import Ports
import TestKit
import Testing
import Threads
import Time

@testable import Simulator

@Suite("The hosts of a virtual reader")
struct ReaderDeskTests {
    private final class Line: Link {
        let sent = Locked<[[UInt8]]>([])

        func send(_ bytes: [UInt8]) { sent.withLock { $0.append(bytes) } }
        func close() {}
    }

    @Test("what was late behind a cut is lost, and isn't the next host's")
    func lateBehindCut() {
        let level = Array(FrameEncoder.frames(message: Packet.setLogLevel(3).message.bytes, maxFrame: 200).joined())
        let plan = FaultPlan(
            [.init(.cut, .toReader, after: 4)], delays: [.init(.toReader, after: 2, by: .seconds(1))])
        var desk = ReaderDesk(reader: VirtualHeftReader(settings: .plain), faults: plan, tell: { _ in })
        let (first, second) = (Line(), Line())
        let start = Uptime(nanoseconds: 1_000_000_000)
        desk.take(.accepted(1, first), at: start)
        desk.take(.accepted(2, second), at: start)
        for bytes in [[0, 0, 0], [0, 0, 0], level] { desk.take(.happened(1, .received(bytes)), at: start) }
        desk.tick(at: start + .seconds(1))
        #expect(second.sent.withLock(\.isEmpty))
        desk.take(.happened(2, .received(level)), at: start + .seconds(1))
        #expect(second.sent.withLock(\.first) == LinkControl.ack.bytes)
    }
}
