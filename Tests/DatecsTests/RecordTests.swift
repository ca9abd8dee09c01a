import Datecs
import EMV
import TestKit
import Testing
import Wire

@Suite("Records")
struct RecordTests {
    @Test("numbers of one to eight bytes are read, whatever size is usual", arguments: 1...8)
    func numberSizes(_ size: Int) throws {
        let value = [UInt8](repeating: 0, count: size - 1) + [7]
        let record = try record([TLV(.transactionType, value), TLV(.amount, value)])
        #expect(record.transactionType == .voidPurchase)
        #expect(record.amount == 7)
    }

    @Test("an empty value is legal, and no number")
    func empty() throws {
        let record = try record([TLV(.amount, []), TLV(.stan, []), TLV(.rrn, [])])
        #expect(record.amount == nil)
        #expect(record.stan == nil)
        #expect(record.rrn == "")
    }

    @Test("a transaction number is digits, not a binary number")
    func stan() throws {
        #expect(try record([TLV(.stan, hex("00000123"))]).stan == 123)
    }

    @Test("81 and 9A are tags of one byte")
    func shortTags() throws {
        let bytes = [UInt8]([TLV(.amount, number: 1050), TLV(.date, bcd: 261_129)])
        #expect(bytes == hex("81 04 0000041A 9A 03 261129"))
    }

    @Test("a tag that comes twice is refused, but for application names")
    func twice() throws {
        #expect(throws: WireError.self) { try record([TLV(.amount, number: 1), TLV(.amount, number: 2)]) }
        let names = [TLV(.applicationName, text: "A"), TLV(.applicationName, text: "B")]
        #expect(try record(names).applicationNames == ["A", "B"])
    }

    @Test("text above 0x7F is Windows-1251, and no byte of it is lost")
    func text() throws {
        let name = try record([TLV(.localName, hex("CCE0E3E0E7E8ED 20 98"))])
        #expect(name.text(.localName) == "Магазин \u{98}")
        for byte in 0...255 as ClosedRange<UInt8> {
            let text = try #require(try record([TLV(.localName, [byte])]).text(.localName))
            #expect(text.unicodeScalars.count == 1)
            #expect(TLV(.localName, text: text) == TLV(.localName, [byte]))
        }
        #expect(TLV(.localName, text: "日") == TLV(.localName, text: "?"))
    }

    @Test("a number too large for its tag is taken as the largest")
    func largest() {
        #expect(TLV(.amount, number: UInt64.max).value == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(TLV(.amount, number: -1).value == [0, 0, 0, 0])
    }

    @Test(
        "the verdict follows the order of tests",
        arguments: [
            ([TLV(.result, number: 0), TLV(.error, number: 1)], .approved),
            ([TLV(.result, number: 0), TLV(.pinNeeded, number: 1)], .approved),
            ([TLV(.result, number: 1), TLV(.error, number: 1)], .declined),
            (
                [TLV(.result, number: 1), TLV(.cashbackLimit, number: 900), TLV(.cashbackCurrency, text: "EUR")],
                .declinedForCash(limit: 900)
            ),
            ([TLV(.result, number: 1), TLV(.cashbackLimit, number: 900)], .declined),
            ([TLV(.result, number: 1), TLV(.pinNeeded, number: 1)], .declinedForPIN),
            ([TLV(.result, number: 2), TLV(.error, number: 9)], .failed(.timeout)),
            ([TLV(.result, number: 3)], .failed(nil)),
            ([TLV(.error, number: 0)], .failed(.ok)), ([], .failed(nil)),
            ([TLV(.result, [])], .failed(nil)),
        ] as [([TLV], Verdict)])
    func verdict(_ objects: [TLV], _ verdict: Verdict) throws {
        #expect(try record(objects).verdict == verdict)
    }

    @Test(
        "a moment that no calendar has is none",
        arguments: [(261_329, 140_509), (261_100, 140_509), (261_129, 246_000)])
    func moment(_ date: Int, _ time: Int) throws {
        #expect(try record([TLV(.date, bcd: date), TLV(.time, bcd: time)]).moment == nil)
        #expect(try record([TLV(.date, bcd: date)]).moment == nil)
    }

    @Test("every tag of the receipt is in the table, and the request is as long as a real host's")
    func receipt() {
        let tags: [EMV.Tag] = .receipt
        #expect(Set(tags).count == tags.count)
        #expect(tags.allSatisfy { $0.format != nil })
        #expect(Command.receiptTags(.receipt).message.data.count == 91)
    }

    @Test("every status up to 52 has words, the next one has none")
    func statuses() {
        #expect((0...52).allSatisfy { Status(rawValue: $0).name != nil })
        #expect(Status(rawValue: 53).name == nil)
        #expect(Status.busy.name == "busy")
        #expect(Status.endOfDayFirst.name == "end the day first")
        #expect(Status(rawValue: .max).name == nil)
    }

    @Test("a record's text has no values in it")
    func description() {
        #expect(
            "\(Record([TLV(.cardholder, text: "DOE/JANE"), TLV(.amount, number: 1)]))" == "5F20 (8 bytes), 81 (4 bytes)"
        )
    }

    /// As it comes over the wire.
    private func record(_ objects: [TLV]) throws -> Record {
        let packet = try Packet(Message(code: 0x0E, data: [0x01] + [UInt8](objects)))
        guard case .event(.complete(let record)) = packet else {
            Issue.record("not a COMPLETE")
            return Record()
        }
        return record
    }
}
