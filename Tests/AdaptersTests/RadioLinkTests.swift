import Glibc
import Payments
import Ports
import TestKit
import Testing
import Threads
import Transports

/// Links over Bluetooth, as far as they can be tried without a radio. Tests/Machine has one.
@Suite("Links over Bluetooth")
struct RadioLinkTests {
    private func address() throws -> ReaderAddress { try ReaderAddress(uri: "rfcomm://00:11:22:33:44:55") }

    @Test(
        "what the system says of a device that can't be asked has its own name",
        arguments: [
            (EHOSTDOWN, .notFound), (EHOSTUNREACH, .radioOff), (ENETDOWN, .radioOff), (EACCES, .notPaired),
            (ETIMEDOUT, .timedOut), (EMLINK, .claimed),
        ] as [(Int32, LinkFault.Kind)])
    func faults(code: Int32, kind: LinkFault.Kind) throws {
        let log = EventLog()
        let opener = SystemLinkOpener(services: FailingServices(code: code))
        _ = opener.open(try address(), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(kind, systemCode: code))])
    }

    @Test("what passes is tried again, after pauses that grow (A11)")
    func triedAgain() throws {
        let services = FailingServices(code: EBUSY)
        let log = EventLog()
        _ = SystemLinkOpener(services: services).open(try address(), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(.claimed, systemCode: EBUSY))])
        #expect(services.asked.withLock { $0 } == 6)
    }

    @Test("where no time is left for a pause it isn't tried again")
    func noTimeLeft() throws {
        let services = FailingServices(code: EBUSY)
        let log = EventLog()
        let opener = SystemLinkOpener(services: services, connectTimeout: .milliseconds(40))
        _ = opener.open(try address(), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(.claimed, systemCode: EBUSY))])
        #expect(services.asked.withLock { $0 } == 1)
    }

    @Test("giving up ends a pause at once")
    func givenUpInPause() throws {
        let services = FailingServices(code: EBUSY)
        let log = EventLog()
        let link = SystemLinkOpener(services: services, connectTimeout: .seconds(600)).open(
            try address(), deliver: log.deliver)
        link.close()
        #expect(log.untilClosed() == [.closed(nil)])
    }

    @Test("giving up ends the search for the channel at once")
    func givenUpInSearch() throws {
        let services = SilentServices()
        let log = EventLog()
        let link = SystemLinkOpener(services: services, connectTimeout: .seconds(600)).open(
            try address(), deliver: log.deliver)
        _ = services.isAsked.wait(until: nil)
        link.close()
        #expect(log.untilClosed() == [.closed(nil)])
    }
}

/// A device that can't be reached.
private struct FailingServices: ServiceChannels {
    let code: Int32
    let asked = Locked(0)

    func serialPort(of device: BluetoothAddress, patience: Patience) throws(LinkFault) -> UInt8? {
        asked.withLock { $0 += 1 }
        throw LinkFault(.lost, systemCode: code)
    }
}

/// A device that never answers.
private struct SilentServices: ServiceChannels {
    let isAsked = Mailbox<Void>()

    func serialPort(of device: BluetoothAddress, patience: Patience) throws(LinkFault) -> UInt8? {
        isAsked.post(())
        while !patience.isOver() {
            var polled = pollfd(fd: patience.wakeUp, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, -1)
        }
        throw LinkFault(.other, systemCode: ECANCELED)
    }
}
