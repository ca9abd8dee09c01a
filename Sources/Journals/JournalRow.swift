import Payments
import Ports
import Time

/// One row of the table `journal`, column for column.
struct JournalRow {
    var id: Int64
    /// The number of the payment's first row.
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
