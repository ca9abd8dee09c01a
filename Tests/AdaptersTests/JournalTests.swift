import Journals
import Payments
import Ports
import TestKit
import Testing
import Time

/// Opens a fresh journal; the directory lives as long as the test holds it.
func freshJournal() throws -> (SQLiteJournal, DataDirectory, TemporaryDirectory) {
    let temporary = try TemporaryDirectory()
    let directory = DataDirectory(path: temporary.path + "/a/till")
    return (try directory.openJournal(training: false, since: WallTime(milliseconds: 0)), directory, temporary)
}

extension Journal {
    /// Appends an approved payment.
    func appendApproved(_ number: Int, amount: Int64 = 1050) throws(JournalFault) {
        _ = try append(SamplePayments.entry(number, .intent(SamplePayments.intent(number, amount: amount))))
        _ = try append(SamplePayments.entry(number, .relayed))
        _ = try append(SamplePayments.entry(number, .outcome(.approved, SamplePayments.approval(number))))
    }
}

@Suite("The journal in SQLite")
struct JournalTests {
    @Test("rows are numbered from 1")
    func numbers() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        #expect(try journal.append(SamplePayments.entry(1, .intent(SamplePayments.intent(1)))) == 1)
        #expect(try journal.append(SamplePayments.entry(1, .relayed)) == 2)
    }

    @Test("what was appended is there after closing and opening again")
    func reopen() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        for number in 1...2 {
            let journal = try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
            try journal.appendApproved(number)
        }
        let journal = try #require(try directory.readJournal(training: false))
        #expect(try journal.history(limit: 9, query: nil).map(\.reference) == [2, 1].map(SamplePayments.reference))
        #expect(try journal.verify() == ChainReport(rows: 6, faults: []))
    }

    @Test("the history is the fold of a payment's rows, newest payment first")
    func history() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try journal.appendApproved(1)
        _ = try journal.append(SamplePayments.entry(2, .intent(SamplePayments.intent(2))))
        let rows = try journal.history(limit: 9, query: nil)
        #expect(rows.map(\.journalID) == [4, 1])
        #expect(rows.map(\.outcome) == [nil, .approved])
        #expect(rows.last?.result == SamplePayments.approval(1))
        #expect(rows.map(\.relayed) == [false, true])
    }

    @Test("a till changes to its other journal and back without letting the directory go")
    func otherJournal() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try journal.appendApproved(1)
        let training = try directory.openJournal(training: true, after: journal)
        try training.appendApproved(2)
        #expect(throws: JournalFault.self) {
            try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
        }
        let back = try directory.openJournal(training: false, after: training)
        try back.appendApproved(3)
        #expect(try back.verify() == ChainReport(rows: 6, faults: []))
        #expect(try training.history(limit: 9, query: nil).count == 1)
    }

    @Test("the history stops at its limit")
    func limit() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...5 { try journal.appendApproved(number) }
        #expect(try journal.history(limit: 2, query: nil).map(\.journalID) == [13, 10])
        #expect(try journal.history(limit: 2, query: "approved").map(\.journalID) == [13, 10])
        #expect(try journal.history(limit: 0, query: nil).isEmpty)
    }

    @Test("a search finds payments by what stands in any of their rows", arguments: ["12.34", "12,34", "a1002"])
    func search(query: String) throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try journal.appendApproved(1)
        try journal.appendApproved(2, amount: 1234)
        #expect(try journal.history(limit: 9, query: query).map(\.journalID) == [4])
    }

    @Test("a search for an outcome finds the last one only")
    func searchOutcome() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        _ = try journal.append(SamplePayments.entry(1, .intent(SamplePayments.intent(1))))
        _ = try journal.append(
            SamplePayments.entry(1, .outcome(.unknown, TransactionResult(finStatus: "UNDEFINED"))))
        #expect(try journal.history(limit: 9, query: "unknown").map(\.journalID) == [1])
        _ = try journal.append(SamplePayments.entry(1, .outcome(.approved, SamplePayments.approval(1))))
        #expect(try journal.history(limit: 9, query: "unknown").isEmpty)
    }

    @Test("a journal id finds its payment, even where longer ids start alike")
    func findByID() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...5 { try journal.appendApproved(number) }
        #expect(try journal.find("1").map(\.journalID) == [1])
        #expect(try journal.find("13").map(\.journalID) == [13])
    }

    @Test("a prefix of reference or GUID finds payments, more than one if it is ambiguous")
    func findByPrefix() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...2 { try journal.appendApproved(number) }
        #expect(try journal.find(SamplePayments.reference(2).text.uppercased()).map(\.journalID) == [4])
        #expect(try journal.find(SamplePayments.guid(1).lowercased()).map(\.journalID) == [1])
        #expect(try journal.find("01236FC0").count == 2)
        #expect(try journal.find("a5a5").count == 2)
        #expect(try journal.find("8192").isEmpty)
        #expect(try journal.find("").isEmpty)
    }

    @Test("payments without outcome or with an unknown one are unresolved until another outcome comes")
    func unresolved() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        let unknown = TransactionResult(finStatus: "UNDEFINED")
        for number in 1...3 {
            _ = try journal.append(SamplePayments.entry(number, .intent(SamplePayments.intent(number))))
        }
        _ = try journal.append(SamplePayments.entry(2, .outcome(.unknown, unknown)))
        _ = try journal.append(SamplePayments.entry(3, .outcome(.declined, TransactionResult(finStatus: "DECLINED"))))
        #expect(try journal.unresolved().map(\.journalID) == [1, 2])
        _ = try journal.append(SamplePayments.entry(2, .outcome(.approved, SamplePayments.approval(2))))
        #expect(try journal.unresolved().map(\.journalID) == [1])
    }

    @Test("unresolved payments are known across more rows than the list lags behind")
    func unresolvedInALongJournal() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...300 {
            _ = try journal.append(SamplePayments.entry(number, .intent(SamplePayments.intent(number))))
        }
        for number in 2...300 {
            _ = try journal.append(SamplePayments.entry(number, .outcome(.approved, SamplePayments.approval(number))))
        }
        #expect(try journal.unresolved().map(\.journalID) == [1])
        #expect(try directory.readJournal(training: false)?.unresolved().map(\.journalID) == [1])
        try journal.checkpointIfIdle()
        #expect(try journal.unresolved().map(\.journalID) == [1])
        #expect(try journal.verify().isSound)
    }

    @Test("a result without a payment is kept as a payment of its own")
    func orphan() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        _ = try journal.append(SamplePayments.entry(7, .orphan(.approved, SamplePayments.approval(7))))
        let row = try #require(try journal.history(limit: 1, query: "10.50").first)
        #expect(row.intent == nil)
        #expect(row.outcome == .approved)
        #expect(try journal.unresolved().isEmpty)
    }

    @Test("a clock that was set back doesn't change the order")
    func clockSetBack() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        _ = try journal.append(SamplePayments.entry(1, .intent(SamplePayments.intent(1)), at: 60_000))
        _ = try journal.append(SamplePayments.entry(2, .intent(SamplePayments.intent(2)), at: -60_000))
        #expect(try journal.history(limit: 9, query: nil).map(\.journalID) == [2, 1])
        #expect(try journal.verify().isSound)
    }

    @Test("a checkpoint loses nothing, and readers see what was appended before and after")
    func checkpoint() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...100 { try journal.appendApproved(number) }
        try journal.checkpointIfIdle()
        try journal.appendApproved(101)
        let reader = try #require(try directory.readJournal(training: false))
        #expect(try reader.history(limit: 1000, query: nil).count == 101)
        #expect(try reader.verify().isSound)
    }

    @Test("SQLite's journal and the one in memory answer alike")
    func sameAsMemory() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        let memory = MemoryJournal()
        for other in [journal, memory] as [any Journal] {
            for number in 1...12 { try other.appendApproved(number, amount: Int64(number) * 100) }
            _ = try other.append(SamplePayments.entry(13, .intent(SamplePayments.intent(13))))
        }
        for query in [nil, "", "5.00", "a100", "approved", "nothing"] {
            #expect(try journal.history(limit: 5, query: query) == memory.history(limit: 5, query: query))
        }
        for prefix in ["1", "3", "2", "a5a5a5a5-a5a5-45a5-8000-00000000000c", "01236fc0-8192-11ee-9af8-000000000005"] {
            #expect(try journal.find(prefix) == memory.find(prefix))
        }
        #expect(try journal.unresolved() == memory.unresolved())
    }
}
