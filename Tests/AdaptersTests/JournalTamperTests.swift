import CSQLite
import Journals
import Payments
import Ports
import TestKit
import Testing
import Time

@Suite("A journal that was tampered with")
struct JournalTamperTests {
    @Test("no statement can change or delete a row")
    func appendOnly() throws {
        let (directory, temporary) = try closedJournal()
        defer { withExtendedLifetime(temporary) {} }
        let file = directory.journalPath(training: false)
        #expect(edit(file, "UPDATE journal SET at = 0 WHERE id = 1") == SQLITE_CONSTRAINT)
        #expect(edit(file, "DELETE FROM journal WHERE id = 6") == SQLITE_CONSTRAINT)
    }

    @Test(
        "every edit past the triggers is found",
        arguments: [
            ("UPDATE journal SET at = at + 1 WHERE id = 2", [.changed(row: 2)]),
            ("UPDATE journal SET body = replace(body, '1050', '1051') WHERE id = 4", [.changed(row: 4)]),
            ("UPDATE journal SET operator = 'x' WHERE id = 3", [.changed(row: 3)]),
            ("UPDATE journal SET training = 1 WHERE id = 3", [.changed(row: 3)]),
            ("DELETE FROM journal WHERE id = 2", [.missing(first: 2, last: 2), .index]),
            ("DELETE FROM journal WHERE id = 6", [.end, .unresolvedList, .index]),
            ("UPDATE journal SET previous = x'00' WHERE id = 5", [.changed(row: 5)]),
            (
                """
                UPDATE journal SET id = 99 WHERE id = 2; UPDATE journal SET id = 2 WHERE id = 5;
                UPDATE journal SET id = 5 WHERE id = 99
                """, [.changed(row: 2), .unlinked(row: 3), .changed(row: 5), .unlinked(row: 6), .index]
            ),
            ("DELETE FROM head", [.end]), ("DELETE FROM later", [.index]), ("DELETE FROM payment", [.index]),
            ("INSERT INTO unresolved VALUES (1)", [.unresolvedList]),
        ] as [(String, [ChainReport.Fault])])
    func found(statement: String, faults: [ChainReport.Fault]) throws {
        let (directory, temporary) = try closedJournal()
        defer { withExtendedLifetime(temporary) {} }
        let past = "DROP TRIGGER journal_is_never_changed; DROP TRIGGER journal_is_never_shortened;"
        #expect(edit(directory.journalPath(training: false), past + statement) == SQLITE_OK)
        let journal = try #require(try directory.readJournal(training: false))
        #expect(try journal.verify().faults == faults)
    }

    @Test("nothing is appended where the end was cut off")
    func cutEnd() throws {
        let (directory, temporary) = try closedJournal()
        defer { withExtendedLifetime(temporary) {} }
        let cut = "DROP TRIGGER journal_is_never_shortened; DELETE FROM journal WHERE id = 6"
        #expect(edit(directory.journalPath(training: false), cut) == SQLITE_OK)
        #expect(throws: JournalFault.damaged("end of the journal")) {
            try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
        }
    }

    /// Two approved payments in six rows, closed again.
    private func closedJournal() throws -> (DataDirectory, TemporaryDirectory) {
        let (journal, directory, temporary) = try freshJournal()
        for number in 1...2 { try journal.appendApproved(number) }
        return (directory, temporary)
    }
}

/// Runs statements as another program would. - Returns: SQLite's result code.
func edit(_ file: String, _ statements: String) -> Int32 {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open(file, &database) == SQLITE_OK else { return SQLITE_CANTOPEN }
    return sqlite3_exec(database, statements, nil, nil, nil)
}
