import Acquirer
import Datecs
import EMV
import Payments
import Ports
import Simulator
import Testing
import Time

@Suite("A virtual pinpad's log, day and menu")
struct PinpadServiceTests {
    private let right = ServicePassword(bytes: Array("0000".utf8))
    private let wrong = ServicePassword(bytes: Array("1234".utf8))

    @Test("the cursor goes from the first record to the last and back, and no further")
    func cursor() {
        var host = PinpadHost()
        for amount in [1050, 1000, 1070] as [UInt32] { host.transact(.purchase(amount)) }
        let walk: [(ReportCursor, UInt64?)] = [
            (.next, nil), (.first, 1050), (.next, 1000), (.next, 1070), (.next, nil), (.previous, 1000),
            (.last, 1070), (.previous, 1000), (.previous, 1050), (.previous, nil),
        ]
        for (cursor, amount) in walk {
            #expect(host.ask(.reportTags(cursor, [.amount])) == (amount == nil ? .noData : .ok))
            if let amount { #expect(host.content == .record(Record([TLV(.amount, number: amount)]))) }
        }
        #expect(host.ask(.reportTags(ReportCursor(rawValue: 9), [.amount])) == .badParameter)
    }

    @Test("all records come as events, one by its STAN, and none where every tag is missing")
    func reports() {
        var host = PinpadHost()
        #expect(host.ask(.reportTags(.all, [.amount])) == .noData)
        host.transact(.purchase(1050))
        host.transact(.purchase(1070))
        #expect(host.ask(.reportTags(.all, [.amount])) == .ok)
        #expect(host.told.map(\.amount) == [1050, 1070])
        #expect(
            host.ask(.reportTagsBySTAN(2, [.amount])) == .ok && host.ask(.reportTagsBySTAN(3, [.amount])) == .noData)
        #expect(host.ask(.reportTags(.last, [.loyaltyPoints])) == .noData)
        #expect(host.ask(.reportInfo) == .ok && host.content == .recordCount(2))
    }

    @Test("an empty log gives 8, or 0 on other readers")
    func emptyLog() {
        var host = PinpadHost()
        #expect(host.ask(.reportInfo) == .noData)
        var other = PinpadHost { $0.quirks = [.zeroRecords] }
        #expect(other.ask(.reportInfo) == .ok && other.content == .recordCount(0))
    }

    @Test("the end of the day settles what stands, wipes the log and opens the next batch")
    func endOfDay() throws {
        var host = PinpadHost { $0.firstBatch = 41 }
        let sale = host.transact(.purchase(1050))
        host.transact(.purchase(1000))
        host.transact(.purchase(2200, cashback: 300))
        host.transact(try #require(sale.following(.voidPurchase)))
        host.ask(.start(.endOfDay))
        host.ask(.receiptTags([.hostResponse]))
        #expect(host.content == .record(Record([TLV(.hostResponse, number: 0)])))
        host.ask(.end(.ok))
        #expect(host.ask(.reportInfo) == .noData && host.reader.batch == 42)
        #expect(host.desk.ledger.count == 4)
        #expect(host.transact(.endOfDay).verdict == .approved && host.reader.batch == 43)
    }

    @Test("totals that the acquirer doesn't have are told, and the day is closed")
    func differentTotals() {
        var host = PinpadHost()
        host.transact(.purchase(1050))
        #expect(host.ask(.deleteBatch(right)) == .ok)
        host.ask(.start(.endOfDay))
        host.ask(.receiptTags([.hostResponse]))
        #expect(host.content == .record(Record([TLV(.hostResponse, number: TerminalAnswer.totalsDiffer)])))
        #expect(host.outcome?.verdict == .approved)
    }

    @Test("a day whose end broke off is closed once, whoever asks again")
    func endOfDayAgain() {
        var host = PinpadHost()
        host.transact(.purchase(1050))
        host.losesAnswers = true
        host.ask(.start(.endOfDay))
        host.wait(.seconds(30))
        host.ask(.end(.fail))
        host.losesAnswers = false
        #expect(host.reader.status.pending == .none && host.ask(.reportInfo) == .ok)
        host.ask(.start(.endOfDay))
        host.ask(.receiptTags([.hostResponse]))
        #expect(host.content == .record(Record([TLV(.hostResponse, number: 0)])))
    }

    @Test("a day that is due refuses payments with 52, or with 7 on other readers, until it is closed")
    func dayDue() {
        for (quirk, status) in [(.dayDue, .endOfDayFirst), (.dayDueSilently, .notInThisState)]
            as [(PinpadQuirk, Status)]
        {
            var host = PinpadHost { $0.quirks = [quirk] }
            #expect(host.reader.status.demand == (quirk == .dayDue ? .endOfDay : .none))
            #expect(host.ask(.start(.purchase(1050))) == status)
            #expect(host.transact(.testConnection).verdict == .approved)
            #expect(host.transact(.endOfDay).verdict == .approved)
            #expect(host.transact(.purchase(1050)).verdict == .approved && host.reader.status == PinpadStatus())
        }
    }

    @Test("new parameters meet the demand for them, and some readers restart")
    func update() {
        var host = PinpadHost { $0.quirks = [.updateDue, .restarting] }
        #expect(host.reader.status.demand == .update)
        #expect(host.transact(.update).verdict == .approved && host.reader.status.demand == .none)
        host.wait(.seconds(1))
        #expect(!host.isOpen)
        host.connect()
        #expect(!host.isOpen)
        host.wait(.seconds(5))
        host.connect()
        #expect(host.isOpen && host.ask(.ping) == .ok)
    }

    @Test("a restart comes even where the host has gone before it")
    func restartAlone() {
        var host = PinpadHost { $0.quirks = [.restarting] }
        host.transact(.update)
        host.disconnect()
        host.wait(.seconds(1))
        host.connect()
        #expect(!host.isOpen)
    }

    @Test("keys come over the host's connection, not over the cable, and want no END")
    func keys() {
        var host = PinpadHost()
        #expect(host.ask(.keys(.update)).rawValue == 12)
        #expect(host.ask(.keys(.updateRemote)) == .ok && host.outcome?.verdict == .approved)
        #expect(host.ask(.readerState) == .ok && host.content == .readerState(.idle))
    }

    @Test("passwords are compared, and open what they should")
    func passwords() {
        var host = PinpadHost()
        #expect(host.ask(.checkPassword(.merchant, right)) == .ok)
        #expect(host.ask(.checkPassword(.merchant, wrong)) == .wrongPassword)
        #expect(host.ask(.deleteBatch(wrong)) == .wrongPassword && host.ask(.clearReversal(wrong)) == .wrongPassword)
        host.ask(.start(.purchase(4300)))
        host.reconnect()
        #expect(host.ask(.clearReversal(right)) == .ok && host.reader.status.pending == .none)
    }

    @Test("the acquirer's address can be changed, to addresses only")
    func communication() {
        var host = PinpadHost()
        func edit(_ address: String, _ password: String) -> Command {
            .editCommunication(
                Record([
                    TLV(.password, text: password), TLV(.hostAddress, text: address), TLV(.hostPort, number: 20206),
                ]))
        }
        #expect(host.ask(edit("203.0.113.10", "1234")) == .wrongPassword)
        #expect(host.ask(edit("example.org", "0000")) == .badValue)
        #expect(host.ask(.editCommunication(Record())) == .badParameter)
        #expect(host.ask(edit("203.0.113.10", "0000")) == .ok)
        host.ask(.start(.purchase(1050)))
        #expect(host.opened?.address.description == "203.0.113.10" && host.opened?.port == 20206)
    }

    @Test("it says who it is, in which currency, and what time it has")
    func identity() throws {
        let franc = try #require(Currency(alpha: "CHF"))
        var host = PinpadHost { ($0.currency, $0.serialNumber, $0.terminalID) = (franc, "SN00000042", "99900042") }
        host.ask(.pinpadInfo)
        guard case .pinpadInfo(let info) = host.content else { return #expect(Bool(false), "no info") }
        #expect(info.serialNumber == "SN00000042" && info.terminalID == "99900042" && info.menu.rawValue == 7)
        host.ask(.terminalTags([.currency, .currencyName, .currentBatch]))
        let expected = Record([
            TLV(.currentBatch, number: 1), TLV(.currency, bcd: 756), TLV(.currencyName, text: "CHF"),
        ])
        #expect(host.content == .record(expected))
        host.ask(.setClock(host.stamp()))
        host.wait(.seconds(3))
        host.ask(.clock)
        #expect(host.content == .clock(CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 13)))
    }

    @Test("connection tests stand in some readers' logs, and never in totals")
    func loggedTests() {
        var host = PinpadHost { $0.quirks = [.logsTests] }
        host.transact(.purchase(1050))
        host.transact(.testConnection)
        #expect(host.lastRecord?.transactionType == .testConnection && host.lastRecord?.stan == 2)
        host.transact(.endOfDay)
        #expect(host.outcome?.verdict == .approved)
    }
}
