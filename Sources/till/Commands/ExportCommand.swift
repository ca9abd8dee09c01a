import Journals
import Payments
import Ports
import Time

/// `till export`: the payments of a stretch of time for other programs, oldest first, one object a line.
struct ExportCommand {
    let place: Workplace
    /// As people write dates; nil for no bound.
    let from: String?
    let to: String?

    /// So many payments are in memory at once.
    private static let page = 500

    func run() throws(Stop) {
        let start = try from.map { text throws(Stop) in try moment(text, isEnd: false) }
        let end = try to.map { text throws(Stop) in try moment(text, isEnd: true) }
        let directory = try place.dataDirectory()
        let isWhole: Bool
        do throws(JournalFault) {
            guard let journal = try directory.readJournal(training: place.isTraining) else { return }
            isWhole = try write(journal, start, end)
        } catch {
            throw Stop(journalFault: error)
        }
        if !isWhole { throw Stop(.fault, "export-incomplete") }
    }

    /// - Returns: false where standard output takes no more.
    private func write(_ journal: SQLiteJournal, _ start: WallTime?, _ end: WallTime?) throws(JournalFault) -> Bool {
        var last: Int64 = 0
        while true {
            let rows = try journal.payments(after: last, from: start, before: end, limit: Self.page)
            guard let newest = rows.last?.journalID else { return true }
            for row in rows where !Output.isWritten(HistoryJSON.exported(row)) { return false }
            last = newest
        }
    }

    /// A day of this machine's zone, the whole of it, or a moment; an end belongs to what is written out.
    private func moment(_ text: String, isEnd: Bool) throws(Stop) -> WallTime {
        if let day = CivilDay(text), let start = SystemZone.start(of: day, days: isEnd ? 1 : 0) { return start }
        guard let moment = WallTime(rfc3339: text) else { throw Stop(.usage, "date-malformed", ["text": text]) }
        return isEnd ? WallTime(milliseconds: moment.milliseconds + 1) : moment
    }
}
