import Acquirer
import Heft
import Simulator
import Testing

@Suite("A virtual reader loses its host")
struct PendingResultTests {
    @Test("a result that was not acknowledged is kept, told at the next start, and given by F070")
    func keptResult() {
        var host = losing(1050, at: approvedMessages)
        host.connect()
        host.fetchPending()
        host.fetchPending()
        #expect(
            host.seen.suffix(3) == ["I001 0001 pending true", "F071 0001 1 AUTHORISED 1050 recovered", "F071 000A"])
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050"])
    }

    @Test("a kept result that is not acknowledged either stays kept")
    func keptTwice() {
        var host = losing(1050, at: approvedMessages)
        host.dropAtMessage = host.packets.count + 2
        host.connect()
        host.fetchPending()
        host.dropAtMessage = nil
        host.connect()
        host.fetchPending()
        #expect(host.seen.suffix(2) == ["I001 0001 pending true", "F071 0001 1 AUTHORISED 1050 recovered"])
    }

    @Test("a new sale discards the kept result")
    func discarded() {
        var host = losing(1050, at: approvedMessages)
        host.connect()
        host.sell(500)
        host.fetchPending()
        #expect(host.seen.suffix(2) == ["F001 0001 1 AUTHORISED 500", "F071 000A"])
    }

    @Test("by a quirk the next sale is answered with the kept result, and is not made")
    func oldResultNext() {
        var host = losing(1050, at: approvedMessages, quirks: [.oldResultNext])
        host.connect()
        host.sell(500)
        #expect(host.seen.last == "F001 0001 1 AUTHORISED 1050 recovered")
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050"])
    }

    @Test("by a quirk a sale that was cut off is forgotten, and only the acquirer knows", arguments: [13, 17])
    func forgotten(message: Int) {
        var host = losing(1050, at: message, quirks: [.forgetful])
        host.connect()
        host.fetchPending()
        #expect(host.seen.suffix(2) == ["I001 0001 pending false", "F071 000A"])
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050"])
    }

    @Test("a sale that had sent nothing is abandoned: nothing is pending")
    func abandoned() {
        var host = losing(1050, at: 5)
        host.connect()
        host.fetchPending()
        #expect(host.seen.suffix(2) == ["I001 0001 pending false", "F071 000A"])
        #expect(host.desk.ledger.isEmpty)
    }

    @Test("a sale whose answer was lost on the way is reversed before F070 is answered")
    func reversedLater() {
        var host = losing(1050, at: approvedMessages - 4)
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050"])
        host.connect()
        host.fetchPending()
        #expect(host.seen.last == "F071 0001 5 CANCELLED 0 recovered")
        #expect(host.desk.ledger.lines == ["SALE AUTHORISED 1050", "REVERSAL AUTHORISED 1050"])
    }

    @Test(
        "wherever the link breaks, what the reader tells afterwards and the acquirer's ledger agree",
        arguments: [
            (1050, .success), (1000, .success), (3000, .success), (3000, .invalidSignature),
        ] as [(UInt32, Status)])
    func everyMessage(amount: UInt32, verdict: Status) {
        for message in 2...40 {
            var host = losing(amount, at: message, verdict: verdict)
            guard !host.isOpen else { continue }
            for _ in 0..<4 {
                host.connect()
                host.fetchPending()
            }
            #expect(host.seen.last == "F071 000A")
            #expect(host.charged == host.told, "link lost at message \(message)")
        }
    }

    @Test("wherever the link breaks twice, they still agree")
    func twice() {
        // From H000 on; before it nothing is owed.
        for first in 8...18 {
            for second in stride(from: 2, through: 14, by: 2) {
                var host = losing(3000, at: first, verdict: .invalidSignature)
                host.dropAtMessage = host.packets.count + second
                host.connect()
                host.fetchPending()
                host.dropAtMessage = nil
                for _ in 0..<3 {
                    host.connect()
                    host.fetchPending()
                }
                #expect(host.seen.last == "F071 000A")
                #expect(host.charged == 0, "link lost at messages \(first) and \(second)")
            }
        }
    }

    /// Messages of the reader from I001 to F001 of an approved sale; four before the last is the event after H010.
    private let approvedMessages = 17

    private func losing(
        _ amount: UInt32, at message: Int, verdict: Status = .success, quirks: Set<Quirk> = []
    ) -> HostDouble {
        var settings = ReaderSettings.plain
        settings.quirks = quirks
        var host = HostDouble(settings)
        host.verdict = verdict
        host.dropAtMessage = message
        host.connect()
        host.sell(amount)
        host.dropAtMessage = nil
        return host
    }
}

extension HostDouble {
    /// What the acquirer has taken and not given back.
    var charged: Int64 {
        desk.ledger.filter { $0.finStatus == .authorised }.reduce(0) {
            $0 + ($1.kind == .sale ? $1.amount : -$1.amount)
        }
    }

    /// What the reader has said to be approved, each sale once.
    var told: Int64 {
        var approved: [[UInt8]: Int64] = [:]
        for case .financeAnswer(_, _, let answer?) in packets where answer.result == .approved {
            approved[answer.transactionID] = Int64(answer.authorisedAmount)
        }
        return approved.values.reduce(0, +)
    }
}
