import Glibc
import Payments
import Ports
import TestKit
import Testing
import Transports

/// A virtual reader's side and a till's side, connected.
private struct Pair {
    let listener: any LinkListener
    let taker = LinkTaker()
    let reader: LinkTaker.Taken
    let till: any Link
    let log = EventLog()

    init(_ address: ListenAddress) throws {
        listener = try address.listen()
        listener.start(taker.accept)
        till = SystemLinkOpener().open(try ReaderAddress(uri: listener.uri), deliver: log.deliver)
        reader = try #require(taker.next())
    }
}

private func addresses(_ directory: TemporaryDirectory) -> [ListenAddress] {
    [.pty, .tcp(host: "127.0.0.1", port: 0), .unix(path: directory.path + "/reader")]
}

@Suite("Links to readers")
struct LinkTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("bytes go both ways, all of them unchanged", arguments: 0..<3)
    func bothWays(kind: Int) throws {
        let pair = try Pair(addresses(directory)[kind])
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(pair.log.next() == .opened)
        #expect(pair.reader.log.next() == .opened)
        pair.till.send(bytes)
        #expect(pair.reader.log.received(bytes.count) == bytes)
        #expect(pair.log.next() == .drained)
        pair.reader.link.send(bytes)
        #expect(pair.log.received(bytes.count) == bytes)
        pair.till.close()
        #expect(pair.log.untilClosed() == [.closed(nil)])
        pair.listener.stop()
    }

    @Test("closing delivers `closed` once on each side, and what is sent afterwards is dropped", arguments: 0..<3)
    func closedOnce(kind: Int) throws {
        let pair = try Pair(addresses(directory)[kind])
        #expect(pair.log.next() == .opened)
        pair.till.close()
        pair.till.close()
        #expect(pair.log.untilClosed() == [.closed(nil)])
        pair.till.send([1])
        #expect(pair.reader.log.untilClosed() == [.opened, .closed(nil)])
        #expect(pair.log.rest.isEmpty)
        pair.listener.stop()
    }

    @Test("a virtual reader survives close and open, with a new link each time", arguments: 0..<3)
    func reopen(kind: Int) throws {
        let listener = try addresses(directory)[kind].listen()
        let taker = LinkTaker()
        listener.start(taker.accept)
        let address = try ReaderAddress(uri: listener.uri)
        for round in 1...5 as ClosedRange<UInt8> {
            let log = EventLog()
            let till = SystemLinkOpener().open(address, deliver: log.deliver)
            let reader = try #require(taker.next())
            till.send([round])
            #expect(reader.log.received(1) == [round])
            till.close()
            #expect(log.untilClosed().last == .closed(nil))
            #expect(reader.log.untilClosed() == [.closed(nil)])
        }
        listener.stop()
    }

    @Test("a reader that goes away closes the link and leaves the process alive", arguments: [1, 2])
    func readerGone(kind: Int) throws {
        let pair = try Pair(addresses(directory)[kind])
        pair.reader.link.close()
        #expect(pair.reader.log.untilClosed().last == .closed(nil))
        pair.till.send([UInt8](repeating: 0, count: 1_000_000))
        guard case .closed = pair.log.untilClosed().last else {
            Issue.record("the link did not close")
            return
        }
        pair.listener.stop()
    }

    @Test("a serial line whose other side vanishes is lost")
    func lineLost() throws {
        let pair = try PtyPair()
        #expect(pair.log.next() == .opened)
        pair.breakLine()
        guard case .closed(let fault?) = pair.log.untilClosed().last else {
            Issue.record("the link did not close with a fault")
            return
        }
        #expect(fault.kind == .lost)
    }

    @Test("a line that one till has open is busy for another")
    func busy() throws {
        let pair = try Pair(.pty)
        #expect(pair.log.next() == .opened)
        let other = EventLog()
        _ = SystemLinkOpener().open(try ReaderAddress(uri: pair.listener.uri), deliver: other.deliver)
        #expect(other.untilClosed() == [.closed(LinkFault(.busy, systemCode: EWOULDBLOCK))])
        pair.till.close()
        pair.listener.stop()
    }

    @Test(
        "what can't be opened is closed with the reason",
        arguments: [
            ("serial:///dev/nowhere", .notFound, ENOENT), ("serial:///dev/null", .notSupported, ENOTTY),
            ("serial:///etc/hostname", .notSupported, ENOTTY), ("serial:///dev/null/x", .notFound, ENOTDIR),
            ("unix:///nowhere", .notFound, ENOENT), ("unix:///etc/hostname", .refused, ECONNREFUSED),
            ("unix:///" + String(repeating: "a", count: 200), .notSupported, ENAMETOOLONG),
            ("tcp://127.0.0.1:1", .refused, ECONNREFUSED), ("demo:default", .notSupported, 0),
        ] as [(String, LinkFault.Kind, Int32)])
    func cannotOpen(uri: String, kind: LinkFault.Kind, code: Int32) throws {
        let log = EventLog()
        _ = SystemLinkOpener().open(try ReaderAddress(uri: uri), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(kind, systemCode: code))])
    }

    @Test("an odd speed is refused")
    func oddSpeed() throws {
        let log = EventLog()
        let listener = try PtyListener()
        _ = SystemLinkOpener().open(try ReaderAddress(uri: listener.uri + "?baud=12345"), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(.notSupported, systemCode: EINVAL))])
    }

    @Test("a demo address goes to the opener given for it")
    func demo() throws {
        let log = EventLog()
        let opener = SystemLinkOpener(demo: RefusingOpener())
        _ = opener.open(ReaderAddress(place: .demo(scenario: "sdk")), deliver: log.deliver)
        #expect(log.untilClosed() == [.closed(LinkFault(.notAllowed))])
    }

    @Test("two tills on one socket are two links")
    func twoTills() throws {
        let pair = try Pair(.tcp(host: "127.0.0.1", port: 0))
        let second = EventLog()
        let till = SystemLinkOpener().open(try ReaderAddress(uri: pair.listener.uri), deliver: second.deliver)
        let reader = try #require(pair.taker.next())
        pair.till.send([1])
        till.send([2])
        #expect(reader.log.received(1) == [2])
        #expect(pair.reader.log.received(1) == [1])
        pair.listener.stop()
    }

    @Test("a Unix socket is for its owner alone, refuses a second listener and replaces a dead one's")
    func unixSocket() throws {
        let path = directory.path + "/reader"
        let first = try SocketListener(path: path)
        #expect(shell("test $(stat -c %a \(path)) = 600") == 0)
        #expect(throws: LinkFault(.busy, systemCode: EADDRINUSE)) { try SocketListener(path: path) }
        first.stop()
        #expect(shell("test -e \(path)") == 1)
        #expect(shell("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"\(path)\")'") == 0)
        try SocketListener(path: path).stop()
    }
}

/// A till's link to a pty that the test can tear down.
private struct PtyPair {
    let log = EventLog()
    let till: any Link
    private let controlling: Int32

    init() throws {
        var other: Int32 = -1
        var controlling: Int32 = -1
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&controlling, &other, &name, nil, nil) == 0 else { throw SystemFailure(code: errno) }
        close(other)
        self.controlling = controlling
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        till = SystemLinkOpener().open(ReaderAddress(place: .serial(path: path, baud: 9600)), deliver: log.deliver)
    }

    func breakLine() { close(controlling) }
}

private struct RefusingOpener: LinkOpener {
    final class NoLink: Link {
        func send(_ bytes: [UInt8]) {}
        func close() {}
    }

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        deliver(.closed(LinkFault(.notAllowed)))
        return NoLink()
    }
}
