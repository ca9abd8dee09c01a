import CPosix
import Glibc
import Payments
import Ports
import Threads

/// Connecting over Bluetooth.
extension Dialer {
    /// The serial port's channel where a reader's records name none. *inferred* from an SDK's sample that has it fixed.
    private static let usualChannel: UInt8 = 1

    /// What the kernel says for a moment after a connection to the same channel was closed: in 19 of 36 tries without a
    /// pause, in none of 107 after 50 ms. *seen* A fresh try also helps after a link that broke while it was made, and
    /// where the other side has more connections waiting than it holds, or the link lingers on which security was refused:
    /// both look like a channel that nobody listens on. *seen*
    private static let passing: Set<Int32> = [EBUSY, ECONNRESET, ECONNABORTED, ECONNREFUSED]

    /// Milliseconds before each further try. *own choice*, from case A11 and what was seen above
    private static let pauses: [Int64] = [50, 100, 200, 400, 800]

    func dial(
        _ reader: BluetoothAddress, channel: UInt8?, asking services: (any ServiceChannels)?
    ) throws(LinkFault) -> Int32 {
        var (channel, pauses) = (channel, Self.pauses[...])
        while true {
            do throws(LinkFault) {
                let found = try self.channel(of: reader, channel, services)
                channel = found
                return try connect(reader, found)
            } catch {
                guard Self.passing.contains(error.systemCode), let pause = pauses.popFirst() else { throw error }
                try rest(pause, after: error)
            }
        }
    }

    private func channel(
        of reader: BluetoothAddress, _ named: UInt8?, _ services: (any ServiceChannels)?
    ) throws(LinkFault) -> UInt8 {
        if let named { return named }
        guard let services else { return Self.usualChannel }
        let patience = Patience(until: deadline, wakeUp: link.outbox.wakeUp) { [link] in
            link.outbox.rest()
            return link.outbox.isGivenUp
        }
        do throws(LinkFault) {
            return try services.serialPort(of: reader, patience: patience) ?? Self.usualChannel
        } catch {
            throw link.outbox.isGivenUp ? error : LinkFault(radioErrno: error.systemCode)
        }
    }

    private func connect(_ reader: BluetoothAddress, _ channel: UInt8) throws(LinkFault) -> Int32 {
        let socket = cposix_rfcomm_socket()
        guard socket >= 0 else { throw LinkFault(errno: errno) }
        do throws(LinkFault) {
            if cposix_rfcomm_connect(socket, reader.bytes, channel) != 0 {
                guard errno == EINPROGRESS || errno == EAGAIN else { throw LinkFault(errno: errno) }
                try awaitConnection(socket)
            }
            return socket
        } catch {
            close(socket)
            throw link.outbox.isGivenUp ? error : LinkFault(radioErrno: error.systemCode)
        }
    }

    /// Waits, and stops at once when the link is given up.
    /// - Throws: the fault, where no time is left for another try.
    private func rest(_ pause: Int64, after fault: LinkFault) throws(LinkFault) {
        let end = Self.now() + pause
        guard end < deadline else { throw fault }
        while true {
            if link.outbox.isGivenUp { throw LinkFault(errno: ECANCELED) }
            let left = end - Self.now()
            guard left > 0 else { return }
            var polled = pollfd(fd: link.outbox.wakeUp, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, Int32(clamping: left)) > 0 { link.outbox.rest() }
        }
    }
}
