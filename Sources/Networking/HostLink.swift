import Glibc
import Ports
import Threads

/// A link to an acquirer. Its thread reads, writes and delivers; `send` and `close` only leave word for it.
final class HostLink: Link {
    let outbox = Outbox()

    func send(_ bytes: [UInt8]) { outbox.post(bytes) }

    func close() { outbox.giveUp() }

    /// Serves the stream until it ends, and delivers everything from `opened` to `closed`.
    func run(_ stream: CurlStream, deliver: (LinkEvent) -> Void) {
        deliver(.opened)
        do {
            try serve(stream, deliver)
            end(nil, deliver: deliver)
        } catch {
            end(error, deliver: deliver)
        }
    }

    /// Ends a link whose stream never opened, or is over.
    func end(_ fault: LinkFault?, deliver: (LinkEvent) -> Void) {
        outbox.shut()
        deliver(.closed(outbox.isGivenUp ? nil : fault))
    }

    private func serve(_ stream: CurlStream, _ deliver: (LinkEvent) -> Void) throws(LinkFault) {
        var outgoing: ArraySlice<UInt8> = []
        while true {
            let isGivenUp = outbox.isGivenUp
            outbox.take(into: &outgoing)
            if !outgoing.isEmpty {
                try stream.send(&outgoing)
                if outgoing.isEmpty { deliver(.drained) }
            }
            if isGivenUp { return }
            guard try pass(stream, deliver) else { return }
            wait(for: stream.descriptor, writing: !outgoing.isEmpty)
        }
    }

    /// Delivers all that has arrived: the TLS layer may hold bytes of which `poll` knows nothing.
    /// - Returns: false at the end of the stream.
    private func pass(_ stream: CurlStream, _ deliver: (LinkEvent) -> Void) throws(LinkFault) -> Bool {
        while !outbox.isGivenUp {
            guard let bytes = try stream.receive() else { return true }
            if bytes.isEmpty { return false }
            deliver(.received(bytes))
        }
        return true
    }

    private func wait(for descriptor: Int32, writing: Bool) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(writing ? POLLIN | POLLOUT : POLLIN), revents: 0),
            pollfd(fd: outbox.wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, -1)
        if polled[1].revents != 0 { outbox.rest() }
    }
}
