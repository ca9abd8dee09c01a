import CPosix
import Glibc
import Ports
import Threads

/// A link over a descriptor. One thread reads, writes and delivers; `send` and `close` only leave word for it.
///
/// The thread keeps the link alive until the stream has ended, so whoever opened it has to close it.
final class StreamLink: Link {
    let outbox = Outbox()

    /// Serves a connection that somebody else made, by a thread of its own which closes it in the end.
    static func take(
        _ connection: Int32, as kind: Descriptor.Kind, _ accept: (any Link) -> @Sendable (LinkEvent) -> Void
    ) {
        let link = StreamLink()
        let deliver = accept(link)
        let isStarted = startThread {
            link.run(Descriptor(number: connection, kind: kind), deliver: deliver)
            // BlueZ keeps a descriptor of what it hands over: a close alone would end nothing.
            if kind == .servedRadio { shutdown(connection, Int32(SHUT_RDWR)) }
            Glibc.close(connection)
        }
        if isStarted { return }
        Glibc.close(connection)
        link.end(LinkFault(errno: EAGAIN), deliver: deliver)
    }

    func send(_ bytes: [UInt8]) { outbox.post(bytes) }

    func close() { outbox.giveUp() }

    /// Serves the stream until it ends, and delivers everything from `opened` to `closed`. The descriptor stays open.
    func run(_ stream: Descriptor, deliver: (LinkEvent) -> Void) {
        deliver(.opened)
        end(serve(stream, deliver), deliver: deliver)
    }

    /// Ends a link whose stream never opened, or is over.
    func end(_ fault: LinkFault?, deliver: (LinkEvent) -> Void) {
        outbox.shut()
        deliver(.closed(outbox.isGivenUp ? nil : fault))
    }

    /// - Returns: why it ended; nil for good order.
    private func serve(_ stream: Descriptor, _ deliver: (LinkEvent) -> Void) -> LinkFault? {
        guard outbox.wakeUp >= 0 else { return LinkFault(errno: EMFILE) }
        var outgoing: ArraySlice<UInt8> = []
        while true {
            let isGivenUp = outbox.isGivenUp
            outbox.take(into: &outgoing)
            if case .failed(let fault) = pass(&outgoing, to: stream, deliver) {
                if !isGivenUp { drain(stream, deliver) }
                return fault
            }
            if isGivenUp { return nil }
            guard outbox.attend(false) else { continue }
            var polled = [
                pollfd(fd: stream.number, events: Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
                pollfd(fd: outbox.wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&polled, 2, -1)
            if ready < 0, errno != EINTR { return LinkFault(errno: errno) }
            outbox.attend(true)
            guard ready > 0 else { continue }
            if polled[1].revents != 0 { outbox.rest() }
            guard polled[0].revents & ~Int16(POLLOUT) != 0 else { continue }
            let (bytes, end) = Self.gather(from: stream)
            if !bytes.isEmpty { deliver(.received(bytes)) }
            if case .ended(let fault) = end { return fault }
        }
    }

    /// More than this is delivered in parts. [own choice]
    private static let gathered = 65_536

    /// Reads all that is there: a radio gives a frame of a thousand bytes at a time, and each delivery wakes a thread.
    private static func gather(from stream: Descriptor) -> (bytes: [UInt8], end: Descriptor.Read) {
        var bytes: [UInt8] = []
        while bytes.count < gathered {
            let read = stream.read()
            guard case .bytes(let more) = read else { return (bytes, read) }
            bytes += more
            if more.count < Descriptor.chunk { break }
        }
        return (bytes, .nothingYet)
    }

    /// Delivers what came before the other side went away.
    private func drain(_ stream: Descriptor, _ deliver: (LinkEvent) -> Void) {
        var rest = Self.mostAfterTheEnd
        while rest > 0, case .bytes(let bytes) = stream.read() {
            deliver(.received(bytes))
            rest -= bytes.count
        }
    }

    /// Whoever takes nothing and goes on sending doesn't keep a link alive. [own choice: more than the system holds]
    private static let mostAfterTheEnd = 1 << 20

    /// Writes what the system takes without waiting.
    private func pass(
        _ outgoing: inout ArraySlice<UInt8>, to stream: Descriptor, _ deliver: (LinkEvent) -> Void
    ) -> Descriptor.Write {
        guard !outgoing.isEmpty else { return .wrote(0) }
        while !outgoing.isEmpty {
            switch stream.write(outgoing) {
            case .wrote(let count): outgoing = outgoing.dropFirst(count)
            case .notNow: return .notNow
            case .failed(let fault): return .failed(fault)
            }
        }
        deliver(.drained)
        return .wrote(0)
    }
}
