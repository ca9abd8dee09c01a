import Acquirer
import TestKit
import Testing
import Time

@Suite("An acquirer's conversation with pinpads")
struct TerminalConversationTests {
    @Test("a request reads back as it was written")
    func request() {
        #expect(TerminalRequest(text: full.text) == full)
        #expect(
            full.text
                == "REFUND terminal=99900001 serial=0123456789 stan=7 amount=1050 currency=978 tip=50 cashback=200 "
                + "rrn=000000000001 approval=A12345 reference=412042 batch=3 totals=SALE:2:2100")
    }

    @Test("an answer reads back as it was written")
    func answer() {
        let answer = TerminalAnswer(code: 0, rrn: "000000000001", approval: "A12345", points: 12)
        #expect(TerminalAnswer(text: answer.text) == answer)
    }

    @Test(
        "what lies or lacks a word is nothing",
        arguments: [
            "", "SALE", "NOTHING terminal=1 serial=2 stan=3", "SALE terminal=1 serial=2 stan=x",
            "SALE terminal=1 serial=2 stan=3 amount=-1", "SALE terminal=1 serial=2 stan=3 stan=3",
            "SALE terminal=1 serial=2 stan=1000000", "SALE terminal=1 serial=2 stan=3 totals=SALE:1",
        ])
    func nonsense(text: String) {
        #expect(TerminalRequest(text: text) == nil)
    }

    @Test("frames are found however the bytes are cut, and a length that none has ends the conversation")
    func frames() {
        let bytes = TerminalFrame.bytes("ECHO") + TerminalFrame.bytes("KEYS")
        for cut in 0...bytes.count {
            var reader = TerminalFrameReader()
            var texts: [String] = []
            for part in [bytes.prefix(cut), bytes.dropFirst(cut)] {
                reader.push(Array(part))
                while case .text(let text) = reader.next() { texts.append(text) }
            }
            #expect(texts == ["ECHO", "KEYS"])
        }
        var broken = conversation
        #expect(broken.receive([0x00, 0x00]) != nil && broken.isOver)
    }

    @Test("a repeated request gets the first answer; another one under its STAN is refused")
    func repeated() {
        var mind = AcquirerMind(seed: 1)
        var sale = TerminalRequest(kind: .sale, terminalID: "99900001", serialNumber: "0123456789", stan: 1)
        (sale.amount, sale.currency) = (1050, 978)
        let first = mind.decide(sale, at: now)
        #expect(first.isApproved && mind.decide(sale, at: now) == first)
        sale.amount = 1051
        #expect(mind.decide(sale, at: now).code == TerminalAnswer.duplicate && mind.ledger.count == 1)
        sale.terminalID = "99900002"
        #expect(mind.decide(sale, at: now).isApproved && mind.ledger.count == 2)
    }

    @Test("a repeated reversal is accepted again and booked once")
    func reversal() {
        var mind = AcquirerMind(seed: 1)
        var sale = TerminalRequest(kind: .sale, terminalID: "99900001", serialNumber: "0123456789", stan: 1)
        (sale.amount, sale.currency) = (1050, 978)
        _ = mind.decide(sale, at: now)
        sale.kind = .reversal
        #expect(mind.decide(sale, at: now).isApproved && mind.decide(sale, at: now).isApproved)
        #expect(mind.ledger.count == 2 && mind.totals(of: "0123456789").isEmpty)
    }

    @Test("random texts get an answer each, and never trap", arguments: 0..<30 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var talk = conversation
        for _ in 0..<100 {
            let text = "SALE terminal=1 serial=2 stan=" + random.ascii(upTo: 40)
            #expect(talk.receive(TerminalFrame.bytes(text)) != nil, "\(text)")
        }
    }

    private let now = WallTime(milliseconds: 0)

    private var conversation: AcquirerConversation {
        AcquirerConversation(AcquirerDesk(mind: AcquirerMind(seed: 1), clock: VirtualClock()))
    }

    private var full: TerminalRequest {
        var request = TerminalRequest(kind: .refund, terminalID: "99900001", serialNumber: "0123456789", stan: 7)
        (request.amount, request.currency, request.tip, request.cashback) = (1050, 978, 50, 200)
        (request.originalRRN, request.originalApproval, request.reference) = ("000000000001", "A12345", "A B")
        (request.batch, request.totals) = (3, [TerminalTotal(.sale, count: 2, amount: 2100)])
        return request
    }
}
