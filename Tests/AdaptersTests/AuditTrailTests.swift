import CSQLite
import Journals
import Payments
import Ports
import TestKit
import Testing
import Time

@Suite("The audit trail in the journal's chain (N8)")
struct AuditTrailTests {
    private func entry(_ event: AuditEvent, by name: String = "") -> AuditEntry {
        AuditEntry(at: WallTime(milliseconds: 1), operatorName: name, training: false, event: event)
    }

    private func fill(_ journal: SQLiteJournal) throws {
        _ = try journal.append(entry(.added(.boss, .supervisor)))
        _ = try journal.append(entry(.attempt(.boss)))
        _ = try journal.append(entry(.signedIn(.boss, .supervisor)))
        try journal.appendApproved(1)
        _ = try journal.append(entry(.did(.secrets, what: "set reader/default"), by: "boss"))
    }

    private var trail: [AuditEntry] {
        [
            entry(.did(.secrets, what: "set reader/default"), by: "boss"), entry(.signedIn(.boss, .supervisor)),
            entry(.attempt(.boss)), entry(.added(.boss, .supervisor)),
        ]
    }

    @Test("the trail comes back newest first, before and after the tables beside it have followed")
    func readBack() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try fill(journal)
        #expect(try journal.audit(limit: 9) == trail)
        try journal.checkpointIfIdle()
        #expect(try journal.audit(limit: 9) == trail)
        #expect(try journal.audit(limit: 2) == Array(trail.prefix(2)))
        let beside = try #require(try directory.readJournal(training: false))
        #expect(try beside.audit(limit: 9) == trail)
    }

    @Test("payments and the trail don't get into each other's way")
    func besidePayments() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try fill(journal)
        for _ in 0..<2 {
            #expect(try journal.history(limit: 9, query: nil).map(\.outcome) == [.approved])
            #expect(try journal.history(limit: 9, query: "boss").isEmpty)
            #expect(try journal.find("1").isEmpty)
            #expect(try journal.unresolved().isEmpty)
            #expect(try journal.verify() == ChainReport(rows: 7, faults: []))
            try journal.checkpointIfIdle()
        }
    }

    @Test("the journal alone tells that there are operators")
    func namesOperators() throws {
        let (journal, _, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        _ = try journal.append(entry(.attempt(.anna)))
        #expect(try !journal.namesOperators())
        try fill(journal)
        #expect(try journal.namesOperators())
        try journal.checkpointIfIdle()
        #expect(try journal.namesOperators())
    }

    @Test("a changed row of the trail is found")
    func tampered() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        try fill(try directory.openJournal(training: false, since: WallTime(milliseconds: 0)))
        let change = """
            DROP TRIGGER journal_is_never_changed;
            UPDATE journal SET body = replace(body, 'supervisor', 'cashier') WHERE id = 3
            """
        var file: OpaquePointer?
        #expect(sqlite3_open(directory.journalPath(training: false), &file) == SQLITE_OK)
        #expect(sqlite3_exec(file, change, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(file)
        let journal = try #require(try directory.readJournal(training: false))
        #expect(try journal.verify().faults == [.changed(row: 3)])
    }

    @Test("a journal of the first version takes the trail, and says that older tills can't read it any more")
    func fromVersion1() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        try directory.openJournal(training: false, since: WallTime(milliseconds: 0)).appendApproved(1)
        var file: OpaquePointer?
        #expect(sqlite3_open(directory.journalPath(training: false), &file) == SQLITE_OK)
        #expect(sqlite3_exec(file, "PRAGMA user_version = 1", nil, nil, nil) == SQLITE_OK)
        let old = try #require(try directory.readJournal(training: false))
        #expect(try old.audit(limit: 9).isEmpty)
        let journal = try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
        _ = try journal.append(entry(.attempt(.anna)))
        #expect(try journal.audit(limit: 9).map(\.event) == [.attempt(.anna)])
        var statement: OpaquePointer?
        #expect(sqlite3_prepare_v2(file, "PRAGMA user_version", -1, &statement, nil) == SQLITE_OK)
        #expect(sqlite3_step(statement) == SQLITE_ROW)
        #expect(sqlite3_column_int(statement, 0) == 4)
        sqlite3_finalize(statement)
        sqlite3_close(file)
    }
}
