import Datecs
import EMV
import Payments
import Testing
import Time

@testable import Readers

@Suite("A pinpad goes online through the till")
struct DatecsHostTests {
    @Test("a connection is opened and confirmed with our size")
    func open() {
        var driver = PinpadDriver.paying()
        driver.event(.socketOpen(.sample))
        #expect(
            driver.hostEffects() == [.open(host: "203.0.113.10", port: 20206, timeoutSeconds: 8, wrapping: .byReader)])
        driver.host(.opened)
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.open, isDone: true, mtu: 1024))])
    }

    @Test("TLS is made by the till where the reader asks for it")
    func tls() {
        var driver = PinpadDriver.paying()
        var open = SocketOpen.sample
        open.kind = .tcpTLS
        driver.event(.socketOpen(open))
        #expect(
            driver.hostEffects() == [.open(host: "203.0.113.10", port: 20206, timeoutSeconds: 8, wrapping: .byTill)])
    }

    @Test("datagrams, and a second connection, are refused")
    func refused() {
        var driver = PinpadDriver.paying()
        var open = SocketOpen.sample
        open.kind = .udp
        driver.event(.socketOpen(open))
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.open, isDone: false))])
        driver.reply(.ok)
        driver.event(.socketOpen(.sample))
        _ = driver.take()
        driver.event(.socketOpen(.sample))
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.open, isDone: false))])
    }

    @Test("the second address is tried where the first one fails")
    func secondAddress() {
        var driver = PinpadDriver.paying()
        var open = SocketOpen.sample
        open.extras = Record([TLV(.secondAddress, [203, 0, 113, 11]), TLV(.secondPort, number: 20207)])
        driver.event(.socketOpen(open))
        _ = driver.take()
        driver.host(.failed(.unreachable))
        #expect(
            driver.hostEffects() == [.open(host: "203.0.113.11", port: 20207, timeoutSeconds: 8, wrapping: .byReader)])
        driver.host(.failed(.timedOut))
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.open, isDone: false))])
    }

    @Test("a payment for which no connection could be made has failed, whatever number it has")
    func noConnection() {
        var driver = PinpadDriver.paying()
        driver.event(.socketOpen(.sample))
        driver.host(.failed(.unreachable))
        driver.reply(.ok)
        driver.event(.complete(.of(.error, error: .notConnected)))
        driver.reply(.noData)
        #expect(driver.outcome() == .failed)
    }

    @Test("the first bytes wait for leave, later ones don't, and each is confirmed when it has left")
    func relay() {
        var driver = PinpadDriver.paying()
        driver.event(.socketOpen(.sample))
        driver.host(.opened)
        driver.reply(.ok)
        _ = driver.take()
        driver.event(.sendData(id: 1, [1, 2]))
        let (sent, happened) = driver.take()
        #expect(sent.isEmpty)
        #expect(happened.last == .event(.relayRequested(byteCount: 2)))
        driver.command(.relay)
        #expect(driver.hostEffects() == [.send([1, 2])])
        driver.host(.drained)
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.send, isDone: true))])
        driver.reply(.ok)
        driver.event(.sendData(id: 1, [3]))
        #expect(driver.hostEffects() == [.send([3])])
    }

    @Test("what may not leave is refused")
    func notRelayed() {
        var driver = PinpadDriver.paying()
        driver.event(.socketOpen(.sample))
        driver.host(.opened)
        driver.reply(.ok)
        driver.event(.sendData(id: 1, [1, 2]))
        _ = driver.take()
        driver.command(.refuseRelay)
        let (sent, happened) = driver.take()
        #expect(sent == [.confirmEvent(EventConfirmation(.send, isDone: false))])
        #expect(!happened.contains { if case .host = $0 { true } else { false } })
    }

    @Test("3000 bytes go as 1024, 1024 and 952, each after the reply to the one before")
    func pieces() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([UInt8](repeating: 7, count: 3000)))
        #expect(driver.pieces() == [1024])
        driver.reply(.ok)
        #expect(driver.pieces() == [1024])
        driver.reply(.ok)
        #expect(driver.pieces() == [952])
        driver.reply(.ok)
        #expect(driver.pieces().isEmpty)
    }

    @Test("a busy reader is sent the same piece after 100 ms")
    func busy() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([9]))
        driver.reply(.busy)
        _ = driver.take()
        driver.wait(.milliseconds(99))
        #expect(driver.pieces().isEmpty)
        driver.wait(.milliseconds(1))
        #expect(driver.pieces() == [1])
    }

    @Test("noise while it is busy harms nothing")
    func noise() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([9]))
        driver.reply(.busy)
        driver.feed(.received([0x16, 0x16, 0x16]))
        driver.wait(.milliseconds(100))
        driver.reply(.ok)
        driver.event(.socketClose(id: 1))
        #expect(driver.hostEffects() == [.close])
    }

    @Test("a reader that stays busy loses the connection, and nothing else")
    func busyForEver() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([9]))
        for _ in 0...DatecsLimits.busyRepeats {
            driver.reply(.busy)
            driver.wait(.milliseconds(100))
        }
        #expect(driver.hostEffects() == [.close])
        #expect(!driver.session.isClosed)
    }

    @Test("once the acquirer has hung up, what it said is handed over and the next bytes are refused")
    func hungUp() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([5]))
        driver.host(.closed)
        #expect(driver.pieces() == [1])
        driver.reply(.ok)
        driver.event(.sendData(id: 1, [6]))
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.send, isDone: false))])
    }

    @Test("bytes flow both ways between a command and its reply")
    func duplex() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([5]))
        driver.event(.sendData(id: 1, [6]))
        #expect(driver.hostEffects() == [.send([6])])
    }

    @Test("an acquirer that sends without end is hung up on")
    func flood() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.host(.received([UInt8](repeating: 0, count: DatecsLimits.ahead)))
        driver.host(.received([UInt8](repeating: 0, count: DatecsLimits.ahead)))
        #expect(driver.hostEffects() == [.close])
    }

    @Test("without a transaction there is no connection")
    func idle() {
        var driver = PinpadDriver.ready()
        driver.event(.socketOpen(.sample))
        #expect(driver.commands() == [.confirmEvent(EventConfirmation(.open, isDone: false))])
    }
}

extension PinpadDriver {
    fileprivate mutating func hostEffects() -> [HostEffect] {
        take().happened.compactMap { if case .host(let effect) = $0 { effect } else { nil } }
    }

    fileprivate mutating func pieces() -> [Int] {
        commands().compactMap { if case .receiveData(let bytes) = $0 { bytes.count } else { nil } }
    }
}
