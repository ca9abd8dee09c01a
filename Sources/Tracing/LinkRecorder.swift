import Captures
import Ports
import Threads
import Time

/// Writes one link's bytes into the file, from any thread, in the order of the calls.
final class LinkRecorder: Sendable {
    private let trace: Locked<any WireTrace>
    private let file: TraceFile
    private let time: any TimeSource

    init(_ trace: any WireTrace, file: TraceFile, time: any TimeSource) {
        self.trace = Locked(trace)
        self.file = file
        self.time = time
    }

    func record(_ bytes: [UInt8], _ direction: CapturedPacket.Direction) {
        trace.withLock { file.append($0.take(bytes, direction, at: now)) }
    }

    func end() {
        trace.withLock { file.append($0.end(at: now)) }
    }

    /// In microseconds since 1970, though the clock only tells milliseconds.
    private var now: Int64 { time.wallTime().milliseconds * 1000 }
}
