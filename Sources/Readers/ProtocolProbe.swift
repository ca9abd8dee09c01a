import Datecs
import Payments
import Time
import Wire

/// Finds out which protocol a reader speaks: asks in Datecs, and who says nothing to that speaks HEFT. Source: datecs.md 1.
///
///     fresh ──begin──▶ asking ──a Datecs reply or event──▶ Datecs (the session finds out what kind of firmware it is)
///                        ├──silence, or HEFT's own marks──▶ HEFT
///                        └──anything else──▶ a fault with its first bytes
///
/// The question moves nothing, and HEFT readers skip it as noise between frames. *inferred*
struct ProtocolProbe: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case speaks(ReaderAddress.WireProtocol)
        case somethingElse(firstBytes: [UInt8])
    }

    /// What is asked: nobody but a Datecs reader answers it with a frame of theirs.
    static let question = FrameEncoder.frame(Command.ping.message)

    /// The answer is due by then.
    let due: Uptime
    private var deframer = Deframer()
    private var firstBytes: [UInt8] = []

    init(at now: Uptime) { due = now + DatecsLimits.ping }

    /// Bytes of an answer, cut anywhere.
    /// - Returns: nil while it isn't clear yet.
    mutating func take(_ bytes: [UInt8]) -> Verdict? {
        firstBytes += bytes.prefix(max(0, Self.shown - firstBytes.count))
        deframer.push(bytes)
        while let located = deframer.next() {
            guard case .frame(let message) = located.unit else { continue }
            // What reads as a command is an echo of ours.
            guard CommandID(asking: message) == nil else { continue }
            return .speaks(.datecs)
        }
        return nil
    }

    /// The time is over.
    var verdict: Verdict {
        let isHeft = firstBytes.first.map { $0 == Self.heftMark } ?? true
        return isHeft ? .speaks(.heft) : .somethingElse(firstBytes: firstBytes)
    }

    /// So many bytes name what else is talking.
    private static let shown = 16
    /// DLE, which every HEFT frame and control pair begins with. Source: heft.md 2.
    private static let heftMark: UInt8 = 0x10
}
