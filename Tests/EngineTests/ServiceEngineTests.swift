import Acquirer
import Checkout
import Payments
import Simulator
import TestKit
import Testing
import Time

@testable import Engine

@Suite("Services, with a whole reader")
struct ServiceEngineTests {
    private func connected(_ quirks: Set<Quirk> = []) throws -> SaleWorld {
        let world = try SaleWorld(quirks: quirks)
        try world.start()
        world.connect()
        return world
    }

    private func serve(_ service: ReaderService, _ world: SaleWorld) {
        world.engine?.submit(.serve(service))
        world.settle()
    }

    private func results(_ world: SaleWorld) -> [ReaderServiceResult] {
        world.events.compactMap { if case .served(_, let result) = $0 { result } else { nil } }
    }

    @Test("a reader that restarts is reconnected, and says its new version; then it sells")
    func restart() throws {
        let world = try connected([.restarting])
        serve(.update, world)
        #expect(results(world) == [.updated(restarting: true)])
        world.sell(1050)
        #expect(world.faults == ["not-connected"])
        world.waitOutDeadlines()
        let versions = world.events.compactMap {
            if case .connected(let details) = $0 { details.applicationVersion } else { nil }
        }
        #expect(versions == ["1.7", "1.8"])
        world.sell(1050)
        #expect(world.results == [.approved])
    }

    @Test("a reader that does not restart is ready at once")
    func update() throws {
        let world = try connected()
        serve(.update, world)
        #expect(results(world) == [.updated(restarting: false)])
        let steps = world.events.count { if case .progress = $0 { true } else { false } }
        #expect(steps == 8)
        world.sell(1050)
        #expect(world.results == [.approved])
    }

    @Test("codes come one after the other until the scanner is stopped")
    func scan() throws {
        let world = try connected([.scanner])
        serve(.scan(ScanOptions()), world)
        let codes = world.events.compactMap { if case .scanned(let code) = $0 { code } else { nil } }
        #expect(codes == ["5012345678900", "4006381333931", "96385074"])
        world.engine?.submit(.stopService)
        world.settle()
        #expect(results(world) == [.scannerOff])
    }

    @Test("the log obeys its level, and is empty once it is cleared")
    func log() throws {
        let world = try connected()
        serve(.clearLog, world)
        serve(.setLogLevel(.none), world)
        world.sell(1050)
        serve(.fetchLog, world)
        #expect(results(world) == [.logCleared, .levelSet(.none), .logEmpty])
        serve(.setLogLevel(.full), world)
        world.sell(2600)
        serve(.fetchLog, world)
        guard case .log(let text)? = results(world).last else {
            Issue.record("no log")
            return
        }
        #expect(text.contains("sale 2: 26.00 GBP") && !text.contains("10.50"))
    }

    @Test("the cable is pulled during an update or a scan: no money, and a new connection helps")
    func cable() throws {
        for service in [ReaderService.update, .scan(ScanOptions())] {
            var offset = 60
            var cuts = 0
            while offset < 2000 {
                let world = try SaleWorld(
                    quirks: [.scanner], faults: FaultPlan([.init(.cut, .toHost, after: offset)]))
                try world.start()
                world.connect()
                serve(service, world)
                world.reader.plan(.none)
                cuts += world.events.count { if case .disconnected = $0 { true } else { false } }
                world.kill()
                try world.comeBack()
                world.forget()
                world.sell(1050)
                #expect(world.results == [.approved], "\(service) cut after \(offset)")
                Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "\(service) cut after \(offset)")
                offset += 37
            }
            #expect(cuts > 5)
        }
    }
}

@Suite("The power goes while a card is kept (H7)")
struct TokenisePowerCutTests {
    private func course(cutAt step: Int?) throws -> SaleWorld {
        let world = try SaleWorld()
        try world.start()
        world.connect()
        world.power.cut(at: step)
        world.pay(.tokenise(customerReference: "TABLE 7"))
        return world
    }

    @Test("after a restart nothing is unknown, nothing was charged, and the next one works")
    func everyStep() throws {
        let whole = try course(cutAt: nil)
        #expect(whole.results == [.approved])
        #expect(whole.power.steps > 10)
        for step in 1...whole.power.steps {
            let world = try course(cutAt: step)
            try world.comeBack()
            #expect(world.rows.allSatisfy { $0.outcome != nil && $0.outcome != .unknown }, "cut at step \(step)")
            #expect(world.desk.ledger.isEmpty)
            world.forget()
            world.pay(.tokenise(customerReference: "TABLE 7"))
            #expect(world.results == [.approved], "cut at step \(step): \(world.faults)")
        }
    }

    @Test("the token is told, and stands nowhere in the journal")
    func token() throws {
        let world = try course(cutAt: nil)
        let tokens = world.events.compactMap { event in
            if case .result(_, _, let result, _) = event { result.cardToken } else { nil }
        }
        let token = try #require(tokens.first)
        #expect(token.hasPrefix("VT"))
        #expect(world.journal.entries.allSatisfy { !$0.body.text.contains(token) })
        #expect(world.rows.first?.result?.eftTransactionID?.isEmpty == false)
    }
}

@Suite("Text that readers give is made harmless")
struct ServiceRedactionTests {
    @Test("a log has no card numbers and no escapes in it, and keeps its lines")
    func log() {
        let text = LogText.harmless("one\r\nPAN 4111 1111 1111 1111\r\n\u{1B}[2Jtrack ;4111111111111111=2512\r\n\r\n")
        #expect(!text.contains("4111 1111") && !text.contains("41111111") && !text.contains("\u{1B}"))
        #expect(text.split(separator: "\n").count == 3 && text.hasPrefix("one\n"))
    }

    @Test(
        "an article's code stays as it is, a card's number does not",
        arguments: [
            ("5012345678900", true), ("96385074", true), ("036000291452", true), ("4111111111111111", false),
            ("5012345678901", false), ("LOT-7 \u{1B}[31m", false),
        ])
    func codes(code: String, isArticle: Bool) {
        #expect((ScannedText.harmless(code) == code) == isArticle)
    }
}
