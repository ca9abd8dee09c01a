import Payments
import Ports
import Time

/// One row of the table `journal`, column for column.
struct JournalRow {
    var id: Int64
    /// The number of the payment's first row; not positive in rows that belong to no payment, see `AuditGroup`.
    var payment: Int64
    var at: Int64
    var training: Bool
    var kind: [UInt8]
    var reference: [UInt8]
    var operatorName: [UInt8]
    var words: [UInt8]
    var previous: [UInt8]
    var hash: [UInt8]
    var body: [UInt8]

    static let columns = "id, payment, at, training, kind, reference, operator, words, previous, hash, body"

    /// The row for an entry, linked to the one before it, as a payment's first and still without its hash.
    init(_ entry: JournalEntry, id: Int64, previous: [UInt8]) {
        self.id = id
        payment = id
        at = entry.at.milliseconds
        training = entry.training
        kind = Array(entry.kind.utf8)
        reference = Array(entry.reference.text.utf8)
        operatorName = Array(entry.operatorName.utf8)
        words = Array(SearchWords.of(entry).joined(separator: "\n").utf8)
        body = entry.body.bytes
        self.previous = previous
        hash = []
    }

    /// The row for an entry of the audit trail, linked to the one before it and still without its hash.
    init(_ entry: AuditEntry, id: Int64, previous: [UInt8]) {
        self.id = id
        payment = AuditGroup(entry.event).rawValue
        at = entry.at.milliseconds
        training = entry.training
        kind = Array(entry.event.kind.utf8)
        reference = []
        operatorName = Array(entry.operatorName.utf8)
        words = []
        body = entry.event.body.bytes
        self.previous = previous
        hash = []
    }

    /// The row that a statement over `columns` stands on.
    init(_ statement: Statement) {
        id = statement.integer(0)
        payment = statement.integer(1)
        at = statement.integer(2)
        training = statement.integer(3) != 0
        kind = statement.text(4)
        reference = statement.text(5)
        operatorName = statement.text(6)
        words = statement.text(7)
        previous = statement.blob(8)
        hash = statement.blob(9)
        body = statement.text(10)
    }

    /// Binds the columns to the parameters of an INSERT, in their order.
    func bind(to statement: Statement) {
        statement.bind(1, id)
        statement.bind(2, payment)
        statement.bind(3, at)
        statement.bind(4, training ? 1 : 0)
        for (index, text) in [kind, reference, operatorName, words].enumerated() {
            statement.bind(Int32(5 + index), text: text)
        }
        statement.bind(9, blob: previous)
        statement.bind(10, blob: hash)
        statement.bind(11, text: body)
    }

    var isAudit: Bool { payment <= 0 }

    /// What the row says of its payment; nothing where it belongs to none.
    /// - Throws: `damaged` where it can't be read.
    func standing() throws(JournalFault) -> Standing {
        guard isAudit else { return Standing(try entry().change) }
        _ = try auditEntry()
        return .asBefore
    }

    /// - Throws: `damaged` with the row's number, and nothing else of it.
    func auditEntry() throws(JournalFault) -> AuditEntry {
        guard let body = try? JSONValue.parse(body),
            let event = try? AuditEvent(kind: String(decoding: kind, as: UTF8.self), body: body)
        else { throw .damaged("row \(id)") }
        return AuditEntry(
            at: WallTime(milliseconds: at), operatorName: String(decoding: operatorName, as: UTF8.self),
            training: training, event: event)
    }

    /// - Throws: `damaged` with the row's number, and nothing else of it.
    func entry() throws(JournalFault) -> JournalEntry {
        let unreadable = JournalFault.damaged("row \(id)")
        guard let reference = TransactionReference(String(decoding: reference, as: UTF8.self)) else { throw unreadable }
        guard let body = try? JSONValue.parse(body),
            let entry = try? JournalEntry(
                reference: reference, at: WallTime(milliseconds: at),
                operatorName: String(decoding: operatorName, as: UTF8.self), training: training,
                kind: String(decoding: kind, as: UTF8.self), body: body)
        else { throw unreadable }
        return entry
    }
}

/// Under which number the rows of the audit trail stand in the column `payment` and the table `later`, where payments
/// have the number of their first row.
enum AuditGroup: Int64 {
    /// What operators did.
    case deeds = 0
    /// Who the operators are.
    case operators = -1

    init(_ event: AuditEvent) { self = event.definesOperators ? .operators : .deeds }
}
