import Acquirer
import Crypto
import Payments
import Ports
import Sandbox
import Simulator
import TestKit
import Testing
import Threads

@Suite("The sandbox in a world without sockets")
struct SandboxLoopbackTests {
    private let log = Locked<[Result<HTTPAnswer, LinkFault>]>([])
    private let deliver: @Sendable (Result<HTTPAnswer, LinkFault>) -> Void

    init() {
        deliver = { [log] result in log.withLock { $0.append(result) } }
    }

    private func request(_ path: String = "/devices") throws -> HTTPRequest {
        let key = SecretHeader("ApiKeyCloud", try Secret(copying: Array(SandboxWorld.key.utf8)))
        return HTTPRequest(.get, "http://127.0.0.1:1" + path, key: key)
    }

    private var statuses: [Int?] { log.withLock { $0.map { try? $0.get().status } } }

    @Test("nothing happens until it is pumped")
    func pumped() throws {
        let world = try SandboxWorld()
        let loopback = SandboxLoopback(world.sandbox, clock: world.clock)
        loopback.send(try request(), timeout: .seconds(60), deliver: deliver)
        #expect(statuses.isEmpty && loopback.nextDeadline == nil)
        #expect(loopback.pump())
        #expect(statuses == [200])
        #expect(!loopback.pump())
    }

    @Test("a late answer is overtaken, and comes when the clock says so")
    func late() throws {
        let world = try SandboxWorld { $0.faults = GatewayFaults([.init(.late, at: 1)]) }
        let loopback = SandboxLoopback(world.sandbox, clock: world.clock)
        loopback.send(try request(), timeout: .seconds(100), deliver: deliver)
        loopback.send(try request("/nothing"), timeout: .seconds(100), deliver: deliver)
        loopback.pump()
        #expect(statuses == [404])
        world.clock.advance(to: try #require(loopback.nextDeadline))
        loopback.pump()
        #expect(statuses == [404, 200])
    }

    @Test("who does not wait long enough is timed out, and a dropped answer is a lost connection")
    func faults() throws {
        let world = try SandboxWorld { $0.faults = GatewayFaults([.init(.late, at: 1), .init(.drop, at: 2)]) }
        let loopback = SandboxLoopback(world.sandbox, clock: world.clock)
        for _ in 1...2 { loopback.send(try request(), timeout: .seconds(60), deliver: deliver) }
        loopback.pump()
        world.clock.advance(by: .seconds(60))
        loopback.pump()
        #expect(log.withLock { $0 } == [.failure(LinkFault(.lost)), .failure(LinkFault(.timedOut))])
    }

    @Test("an address is taken apart: query, percent signs")
    func address() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let loopback = SandboxLoopback(world.sandbox, clock: world.clock)
        var feed = try request(
            "/transactions?terminal_serial_number=%3000123400123&from=2026-03-10T10%3A16%3A10.000Z"
        )
        feed.key = SecretHeader("Authorization", try Secret(copying: Array(SandboxWorld.key.utf8)))
        loopback.send(feed, timeout: .seconds(60), deliver: deliver)
        loopback.pump()
        let body = try log.withLock { try #require($0.first).get().body }
        #expect(try JSONValue.parse(body).elements.count == 1)
    }

    @Test("it shares an acquirer with a reader's loopback")
    func shared() throws {
        let world = try SandboxWorld()
        let settings = ReaderSettings(
            seed: 9, secret: try Secret(hex: Array(ReaderSettings.developmentSecret.utf8)),
            acquirer: HostEndpoint(host: "127.0.0.1", port: 9))
        let reader = Loopback(
            reader: VirtualHeftReader(settings: settings), acquirer: world.acquirer, clock: world.clock)
        let sale = AcquirerRequest(
            kind: .sale, amount: 1410, currency: 978,
            customerReference: TransactionReference(SandboxWorld.reference)?.customerReference, id: "a")
        let call = reader.hostConnector.connect(
            to: settings.acquirer, security: .plain, timeout: .seconds(1), deliver: { _ in })
        call.send(sale.httpPost(host: "127.0.0.1", port: 9))
        reader.pump()
        let loopback = SandboxLoopback(world.sandbox, clock: world.clock)
        let path = "/transactions/\(SandboxWorld.reference)/status"
        loopback.send(try request(path), timeout: .seconds(60), deliver: deliver)
        loopback.pump()
        #expect(statuses == [200])
    }
}
