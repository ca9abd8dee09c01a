import Journals
import Payments
import Ports
import TestKit
import Testing
import Time

@Suite("payments of the journal in pages")
struct JournalPageTests {
    @Test("the oldest payment comes first, and a page goes on behind the last one")
    func pages() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...5 { try journal.appendApproved(number) }
        var (last, pages): (Int64, [[TransactionReference]]) = (0, [])
        while case let rows = try journal.payments(after: last, from: nil, before: nil, limit: 2), !rows.isEmpty {
            pages.append(rows.map(\.reference))
            last = rows.last?.journalID ?? .max
        }
        #expect(pages == [[1, 2], [3, 4], [5]].map { $0.map(SamplePayments.reference) })
    }

    @Test("a payment belongs to the moment at which it began")
    func bounds() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        for number in 1...3 {
            var entry = SamplePayments.entry(number, .intent(SamplePayments.intent(number)))
            entry.at = WallTime(milliseconds: Int64(number) * 100)
            _ = try journal.append(entry)
            entry.at = WallTime(milliseconds: 900)
            entry.change = .outcome(.approved, SamplePayments.approval(number))
            _ = try journal.append(entry)
        }
        func numbers(_ from: Int64?, _ end: Int64?) throws -> [Int64] {
            let (start, end) = (from.map(WallTime.init(milliseconds:)), end.map(WallTime.init(milliseconds:)))
            return try journal.payments(after: 0, from: start, before: end, limit: 9).map(\.journalID)
        }
        #expect(try numbers(100, 300) == [1, 3])
        #expect(try numbers(101, nil) == [3, 5])
        #expect(try numbers(nil, 100) == [])
        #expect(try numbers(nil, nil) == [1, 3, 5])
    }

    @Test("what the audit trail says is no payment")
    func audit() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        _ = try journal.append(
            AuditEntry(
                at: WallTime(milliseconds: 5), operatorName: "", training: false, event: .signedIn(.boss, .supervisor)))
        try journal.appendApproved(1)
        #expect(try journal.payments(after: 0, from: nil, before: nil, limit: 9).map(\.journalID) == [2])
    }
}
