import Acquirer
import Heft
import Markup
import Payments
import TestKit
import Testing
import Time

@testable import Simulator

@Suite("What a virtual reader does besides payments")
struct ReaderServiceTests {
    private func host(_ quirks: Set<Quirk> = [], pace: Pace = .instant) -> HostDouble {
        var settings = ReaderSettings.plain
        settings.quirks = quirks
        settings.pace = pace
        var host = HostDouble(settings)
        host.connect()
        return host
    }

    private func scan(single: Bool = false, seconds: Int = 60) -> Packet {
        let fields = [
            MarkupNode("multiScan", text: single ? "false" : "true"),
            MarkupNode("timeoutSeconds", text: String(seconds)),
        ]
        return .xmlCommand(XMLText(MarkupNode("enableScanner", children: fields)))
    }

    @Test("without the quirk there is no scanner")
    func noScanner() {
        var host = host()
        host.send(scan())
        #expect(host.seen.last == "C001 002F")
    }

    @Test("three codes, then it waits until it is cancelled")
    func scanning() {
        var host = host([.scanner])
        host.send(scan())
        #expect(host.seen.suffix(3) == ["R001 0030 f", "R001 0030 f", "R001 0030 f"])
        host.send(.idle)
        #expect(host.seen.last == "C001 0025")
    }

    @Test("a single scan ends after its code, and one that sees nothing more in time")
    func ends() {
        var single = host([.scanner])
        single.send(scan(single: true))
        #expect(single.seen.suffix(2) == ["R001 0030 f", "C001 0001"])
        var slow = host([.scanner], pace: .human)
        slow.send(scan(seconds: 5))
        slow.wait(.milliseconds(300))
        #expect(slow.seen.last == "R001 0030 f")
        slow.wait(.seconds(10))
        #expect(slow.seen.last == "C001 0011")
    }

    @Test("an update goes through two rounds; with the quirk it restarts and comes back newer")
    func update() {
        var host = host([.restarting])
        host.send(.finance(.update, nil))
        #expect(host.seen.count { $0 == "H010" } == 2)
        #expect(host.seen.last == "F061 0001 131 PROCESSED 0")
        #expect(!host.isOpen)
        host.connect()
        #expect(!host.isOpen)
        host.now = host.now + .seconds(1)
        host.connect()
        guard case .initialiseAnswer(_, let answer?)? = host.packets.last else {
            Issue.record("no I001")
            return
        }
        #expect(answer.applicationMinor == 8)
    }

    @Test("keeping a card asks for secret and card, and nothing stands in the ledger")
    func tokenise() {
        var host = host()
        host.send(.tokenise(XMLText(MarkupNode("TokenizeCardRequest"))))
        #expect(host.seen.contains("R020") && host.seen.contains("R001 0014 t"))
        guard case .tokeniseAnswer(.success, let xml)? = host.packets.last else {
            Issue.record("no F081")
            return
        }
        #expect(field(xml, "FinancialStatus") == "AUTHORISED" && field(xml, "CardToken").hasPrefix("VT"))
        #expect(host.desk.ledger.isEmpty)
    }

    @Test("the log keeps its newest lines, and nothing at level none")
    func log() {
        var log = ReaderLog()
        for number in 0..<300 { log.note("answer \(number)") }
        #expect(log.lines.count == ReaderLog.limit && log.lines.last == "answer 299")
        log.clear()
        log.level = .none
        log.note("link given up: noise")
        #expect(log.bytes == nil)
        log.level = .error
        log.note("link given up: noise")
        log.note("event 0014")
        #expect(log.lines == ["link given up: noise"])
    }
}
