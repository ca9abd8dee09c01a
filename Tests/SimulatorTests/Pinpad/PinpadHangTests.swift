import Acquirer
import Datecs
import EMV
import Simulator
import Testing
import Time

@Suite("What hangs in a virtual pinpad")
struct PinpadHangTests {
    @Test("a link that breaks before the request has left leaves nothing", arguments: [EventID.display, .socketOpen])
    func before(event: EventID) {
        var host = PinpadHost()
        host.dropAt = event
        host.ask(.start(.purchase(1050)))
        host.reconnect()
        #expect(host.reader.status == PinpadStatus() && host.ask(.reportInfo) == .noData)
        #expect(host.desk.ledger.isEmpty)
    }

    @Test("4300: R; the next transaction reverses on a connection of its own, and then goes on")
    func reversal() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4300)))
        #expect(!host.isOpen)
        host.reconnect()
        #expect(host.reader.status.pending == .reversal && host.lastRecord?.state == .reversed)
        host.forget()
        #expect(host.transact(.purchase(1050)).verdict == .approved)
        #expect(host.seen.count { $0 == "SOCKET OPEN" } == 2 && host.reader.status.pending == .none)
        #expect(
            host.desk.ledger.moves == ["SALE AUTHORISED 4300", "REVERSAL AUTHORISED 4300", "SALE AUTHORISED 1050"])
    }

    @Test("a reversal without a connection leaves the next transaction undone, and R")
    func unreachable() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4300)))
        host.reconnect()
        host.refused = [.open]
        #expect(host.transact(.testConnection).verdict == .failed(.notConnected))
        #expect(host.reader.status.pending == .reversal)
    }

    @Test("a reversal of what never arrived is accepted, and what comes later under its number isn't")
    func unknown() {
        var host = PinpadHost()
        host.refused = [.send]
        host.transact(.purchase(1050))
        host.refused = []
        #expect(host.transact(.testConnection).verdict == .approved)
        #expect(host.reader.status.pending == .none && host.desk.ledger.moves == ["REVERSAL DECLINED 1050"])
        var late = TerminalRequest(kind: .sale, terminalID: "99900001", serialNumber: "0123456789", stan: 1)
        (late.amount, late.currency) = (1050, 978)
        #expect(host.desk.decide(late)?.code == TerminalAnswer.badTransaction)
    }

    @Test("4400: C; a connection test gives the whole receipt, and clears it")
    func hungThenTest() throws {
        var host = PinpadHost()
        host.ask(.start(.purchase(4400)))
        host.reconnect()
        #expect(host.reader.status.pending == .hung && host.lastRecord?.state == .hung)
        host.forget()
        #expect(host.transact(.testConnection).verdict == .approved)
        let receipt = try #require(host.told.first)
        #expect(host.seen.contains("PRINT HANG TRANSACTION RECEIPT") && receipt.amount == 4400)
        #expect(receipt.verdict == .approved && receipt.text(.maskedCard) != nil)
        #expect(host.reader.status.pending == .none && host.lastRecord?.verdict == .approved)
    }

    @Test("any other transaction tells the hung result, and clears it")
    func hungThenSale() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4400)))
        host.reconnect()
        host.forget()
        host.transact(.purchase(1050))
        #expect(host.seen.contains("INTERMEDIATE COMPLETE") && host.told.first?.amount == 4400)
        #expect(host.reader.status.pending == .none)
    }

    @Test("a hung result that was told over a link that breaks is told again")
    func toldTwice() {
        var host = PinpadHost()
        host.ask(.start(.purchase(4400)))
        host.reconnect()
        host.dropAt = .socketOpen
        host.ask(.start(.testConnection))
        host.dropAt = nil
        host.reconnect()
        host.forget()
        host.transact(.testConnection)
        #expect(host.told.count == 1 && host.reader.status.pending == .none)
    }

    @Test("an answer that breaks off is none: 2/9 and R")
    func truncated() {
        var host = PinpadHost { $0.quirks = [.truncatedRequest] }
        host.ask(.start(.purchase(1050)))
        host.wait(.seconds(30))
        #expect(host.seen.last == "COMPLETE 2/9" && host.reader.status.pending == .reversal)
        #expect(host.desk.ledger.isEmpty)
    }

    @Test("a link that breaks after COMPLETE hangs an approved payment, and forgets a declined one")
    func afterComplete() {
        for (amount, pending) in [(1050, PendingWork.hung), (1000, .none)] as [(UInt32, PendingWork)] {
            var host = PinpadHost()
            host.ask(.start(.purchase(amount)))
            host.disconnect()
            #expect(host.reader.status.pending == pending)
            #expect(host.reader.isResultPending == (pending == .hung))
        }
    }

    @Test("END FAIL of an approved payment is as OK")
    func endFail() {
        var host = PinpadHost()
        host.ask(.start(.purchase(1050)))
        #expect(host.ask(.end(.fail)) == .ok)
        #expect(host.reader.status.pending == .none && host.lastRecord?.verdict == .approved)
        #expect(host.desk.ledger.moves == ["SALE AUTHORISED 1050"])
    }

    @Test("an undone void stands no more, and its sale stands again")
    func voidCutOff() throws {
        var host = PinpadHost()
        let sale = host.transact(.purchase(1050))
        let void = try #require(sale.following(.voidPurchase))
        host.losesAnswers = true
        host.ask(.start(void))
        host.wait(.seconds(30))
        host.ask(.end(.fail))
        host.losesAnswers = false
        host.transact(.testConnection)
        #expect(host.transact(void).verdict == .approved)
    }
}

extension PinpadHost {
    mutating func reconnect() {
        disconnect()
        dropAt = nil
        connect()
    }

    var lastRecord: Record? { reader.records.last }
}

extension Record {
    /// What refers to the transaction that this is the result of.
    func following(_ type: TransactionType, amount: UInt32? = nil) -> TransactionStart? {
        guard let rrn, let authorization, let own = self.amount else { return nil }
        return .following(type, amount: amount ?? UInt32(clamping: own), rrn: rrn, authorization: authorization)
    }
}
