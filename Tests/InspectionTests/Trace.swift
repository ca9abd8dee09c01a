import Captures
import Foundation
import Heft
import Payments
import Ports
import TestKit
import Threads
import Time
import Tracing

/// A traced link over a link that only remembers, in a folder of its own. Each call is a second later than the last.
final class Trace {
    let base = RecordedLink()
    private let folder: TemporaryDirectory
    private let link: any Link
    private let events = Locked<[LinkEvent]>([])

    init() throws {
        folder = try TemporaryDirectory()
        let file = try TraceFile(path: folder.path + "/trace.pcapng", reader: "HEFT")
        let opener = TracingLinkOpener(base, into: file, time: SteppingTime())
        let address = ReaderAddress(place: .tcp(host: "localhost", port: 1))
        link = opener.open(address) { [events] event in events.withLock { $0.append(event) } }
    }

    var delivered: [LinkEvent] { events.withLock { $0 } }

    func send(_ bytes: [UInt8]) { link.send(bytes) }

    @discardableResult
    func send(_ packet: Packet) -> [[UInt8]] {
        let frames = FrameEncoder.frames(message: packet.message.bytes, maxFrame: 200)
        frames.forEach(link.send)
        return frames
    }

    func receive(_ bytes: [UInt8]) { base.deliver(.received(bytes)) }

    @discardableResult
    func receive(_ packet: Packet) -> [[UInt8]] {
        let frames = FrameEncoder.frames(message: packet.message.bytes, maxFrame: 200)
        frames.forEach(receive)
        return frames
    }

    /// Ends the link and reads the trace.
    func close() throws -> [CapturedPacket] {
        base.deliver(.closed(nil))
        var reader = PcapngReader([UInt8](try Data(contentsOf: URL(filePath: folder.path + "/trace.pcapng"))))
        var packets: [CapturedPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        return packets
    }
}

/// Opens itself, and remembers what was sent.
final class RecordedLink: Link, LinkOpener {
    private let state = Locked<(sent: [[UInt8]], deliver: (@Sendable (LinkEvent) -> Void)?)>(([], nil))

    var sent: [[UInt8]] { state.withLock { $0.sent } }

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        state.withLock { $0.deliver = deliver }
        return self
    }

    func deliver(_ event: LinkEvent) { state.withLock { $0.deliver }?(event) }

    func send(_ bytes: [UInt8]) { state.withLock { $0.sent.append(bytes) } }

    func close() {}
}

/// A clock that goes a second further each time somebody looks.
final class SteppingTime: TimeSource {
    private let seconds = Locked(0)

    func uptime() -> Uptime { Uptime(nanoseconds: 0) }

    func wallTime() -> WallTime {
        WallTime(
            milliseconds: seconds.withLock { seconds in
                seconds += 1
                return Int64(seconds) * 1000
            })
    }

    func civilTime() -> CivilTime { CivilTime(wallTime()) }
}
