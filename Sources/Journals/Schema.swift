import Ports

/// The journal's tables. `journal` is the truth and only grows. The others are beside it: `payment` and `later` find
/// rows, `unresolved` lists the payments that somebody has to look after, and `head` is the row up to which they go.
/// They follow between payments, so that a payment's row is one write to one page, and opening a long journal reads a
/// few pages.
enum Schema {
    /// What `PRAGMA user_version` says. A change of the tables is a new number with a way up from every older one.
    /// Version 2 added the rows of the audit trail, version 3 those of reversals, version 4 those of tips and of payments at the
    /// cloud; none added a column.
    static let version: Int64 = 4
    /// `till` in ASCII, as `PRAGMA application_id`: file(1) and we know the file by it.
    static let applicationID: Int64 = 0x7469_6C6C

    /// Whether the file holds a journal already; a new or empty file holds nothing.
    /// - Throws: `damaged` for another program's file, `newerVersion` for a later till's.
    static func isPresent(in database: Database) throws(JournalFault) -> Bool {
        let id = try database.integer("PRAGMA application_id")
        let found = try database.integer("PRAGMA user_version")
        if id == 0, found == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { return false }
        guard id == applicationID else { throw .damaged("no journal") }
        guard found <= version else { throw .newerVersion(Int(found)) }
        return true
    }

    /// Says that newer rows may follow. An older till can't read them and has to know before it tries.
    static func update(_ database: Database) throws(JournalFault) {
        guard try database.integer("PRAGMA user_version") < version else { return }
        try database.execute("PRAGMA user_version = \(version)")
    }

    static func create(in database: Database) throws(JournalFault) {
        try database.execute(
            """
            BEGIN IMMEDIATE;
            \(tables)
            INSERT INTO head VALUES (1, \(RowMark.start.id), x'\(hex(RowMark.start.hash))');
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            COMMIT
            """)
    }

    /// `payment` is the number of the payment's first row, or an `AuditGroup`. `words` is what a search looks at. `previous` and `hash` are
    /// the chain, see `Chain`. The wide column comes last: scans of the others don't read its pages.
    private static let tables = """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            payment INTEGER NOT NULL,
            at INTEGER NOT NULL,
            training INTEGER NOT NULL,
            kind TEXT NOT NULL,
            reference TEXT NOT NULL,
            operator TEXT NOT NULL,
            words TEXT NOT NULL,
            previous BLOB NOT NULL,
            hash BLOB NOT NULL,
            body TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
        CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
        CREATE TABLE payment (reference TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE later (
            payment INTEGER NOT NULL,
            id INTEGER NOT NULL,
            PRIMARY KEY (payment, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE unresolved (payment INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE head (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        """

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
    }
}
