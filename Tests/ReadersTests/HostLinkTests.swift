import Heft
import Testing
import Time

@testable import Readers

@Suite("The connection to the acquirer")
struct HostLinkTests {
    private static let connect = HostConnect(address: "gw.example", port: 443, timeoutSeconds: 30)
    private static let open = HostEffect.open(host: "gw.example", port: 443, timeoutSeconds: 30, wrapping: nil)
    private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    private static let start = Uptime.zero

    private static func opened() -> HostLink {
        var link = HostLink()
        _ = link.connect(connect, at: start)
        _ = link.handle(.opened, at: start)
        return link
    }

    private static func sent() -> HostLink {
        var link = opened()
        _ = link.send(HostSend(timeoutSeconds: 30, data: [1, 2]))
        _ = link.permit(at: start)
        _ = link.handle(.drained, at: start)
        return link
    }

    @Test("open, send, receive, close: each step is answered when it is done")
    func wholeExchange() {
        var link = HostLink()
        #expect(link.connect(Self.connect, at: Self.start) == [.perform(Self.open)])
        #expect(link.handle(.opened, at: Self.start) == [.answer(.hostConnectAnswer(.success))])
        #expect(link.send(HostSend(timeoutSeconds: 30, data: [1, 2])) == [.askToRelay(byteCount: 2)])
        #expect(!link.hasRelayed)
        #expect(link.permit(at: Self.start) == [.perform(.send([1, 2]))])
        #expect(link.hasRelayed)
        #expect(link.handle(.drained, at: Self.start) == [.answer(.hostSendAnswer(.success))])
        #expect(link.receive(HostReceive(length: 10, timeoutSeconds: 45), at: Self.start).isEmpty)
        #expect(
            link.handle(.received(Self.answer), at: Self.start) == [.answer(.hostReceiveAnswer(.success, Self.answer))])
        #expect(link.disconnect() == [.perform(.close), .answer(.hostDisconnectAnswer(.success))])
    }

    @Test("nothing leaves unless it is permitted; a refusal says that sending failed")
    func refused() {
        var link = Self.opened()
        _ = link.send(HostSend(timeoutSeconds: 30, data: [1]))
        #expect(link.refuse() == [.answer(.hostSendAnswer(.sendingError))])
        #expect(link.permit(at: Self.start).isEmpty && !link.hasRelayed)
    }

    @Test("failures to connect are told apart")
    func connectFailures() {
        var link = HostLink()
        _ = link.connect(Self.connect, at: Self.start)
        #expect(link.handle(.failed(.unreachable), at: Self.start) == [.answer(.hostConnectAnswer(.connectError))])
        _ = link.connect(Self.connect, at: Self.start)
        #expect(link.nextDeadline == Self.start + .seconds(30))
        #expect(
            link.deadline(at: Self.start + .seconds(30))
                == [.perform(.close), .answer(.hostConnectAnswer(.connectTimeout))])
    }

    @Test("a second connection while one is open is refused")
    func secondConnection() {
        var link = Self.opened()
        #expect(link.connect(Self.connect, at: Self.start) == [.answer(.hostConnectAnswer(.connectError))])
    }

    @Test("receiving without having sent is an error, not an empty success")
    func receiveFirst() {
        var link = Self.opened()
        #expect(
            link.receive(HostReceive(length: 9, timeoutSeconds: 9), at: Self.start)
                == [.answer(.hostReceiveAnswer(.receivingError, nil))])
    }

    @Test("an answer cut anywhere is handed on once it is whole", arguments: 0...answer.count)
    func cut(at place: Int) {
        var link = Self.sent()
        var steps = link.handle(.received(Array(Self.answer[..<place])), at: Self.start)
        steps += link.receive(HostReceive(length: 0, timeoutSeconds: 45), at: Self.start)
        steps += link.handle(.received(Array(Self.answer[place...])), at: Self.start)
        #expect(steps == [.answer(.hostReceiveAnswer(.success, Self.answer))])
    }

    @Test("without a length the end of the connection ends the answer")
    func endOfConnection() {
        var link = Self.sent()
        _ = link.receive(HostReceive(length: 0, timeoutSeconds: 45), at: Self.start)
        #expect(link.handle(.received([7]), at: Self.start).isEmpty)
        #expect(link.handle(.closed, at: Self.start) == [.answer(.hostReceiveAnswer(.success, [7]))])
    }

    @Test("a connection that ends without a word is a receiving error")
    func silentEnd() {
        var link = Self.sent()
        _ = link.receive(HostReceive(length: 0, timeoutSeconds: 45), at: Self.start)
        #expect(link.handle(.closed, at: Self.start) == [.answer(.hostReceiveAnswer(.receivingError, nil))])
    }

    @Test("an acquirer that never answers is a receiving error at the reader's own time")
    func silentAcquirer() {
        var link = Self.sent()
        _ = link.receive(HostReceive(length: 0, timeoutSeconds: 45), at: Self.start)
        #expect(link.nextDeadline == Self.start + .seconds(45))
        #expect(link.deadline(at: Self.start + .seconds(45)) == [.answer(.hostReceiveAnswer(.receivingError, nil))])
    }

    @Test("H040 does it all, is answered with H021, and tries the backup only if connecting failed")
    func post() {
        let post = HostPost(
            port: 443, backupPort: 8443, timeoutSeconds: 60, host: "a", backupHost: "b", data: [9])
        var link = HostLink()
        #expect(
            link.exchange(post, at: Self.start) == [
                .perform(.open(host: "a", port: 443, timeoutSeconds: 60, wrapping: nil))
            ])
        #expect(
            link.handle(.failed(.unreachable), at: Self.start)
                == [.perform(.open(host: "b", port: 8443, timeoutSeconds: 60, wrapping: nil))])
        #expect(link.handle(.opened, at: Self.start) == [.askToRelay(byteCount: 1)])
        #expect(link.permit(at: Self.start) == [.perform(.send([9]))])
        #expect(link.handle(.drained, at: Self.start).isEmpty)
        #expect(
            link.handle(.received(Self.answer), at: Self.start)
                == [.perform(.close), .answer(.hostReceiveAnswer(.success, Self.answer))])
    }

    @Test("H040 that reaches nobody is an error")
    func postFails() {
        let post = HostPost(port: 1, backupPort: 0, timeoutSeconds: 60, host: "a", backupHost: "", data: [9])
        var link = HostLink()
        _ = link.exchange(post, at: Self.start)
        #expect(
            link.handle(.failed(.unreachable), at: Self.start) == [.answer(.hostReceiveAnswer(.receivingError, nil))])
        #expect(link.nextDeadline == nil)
    }
}
