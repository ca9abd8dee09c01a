import Files
import Glibc
import Journals
import Localization
import Payments
import Ports
import Threads
import Time
import Transports

/// `till cancel`: asks the till that sells on this machine to cancel its payment, and says what became of that.
struct CancelCommand {
    let place: Workplace

    /// How long to wait for the outcome, and between two looks at the journal. *own choice*
    private static let patience = Duration.seconds(10)
    private static let interval = Duration.milliseconds(100)

    func run() throws(Stop) -> ExitStatus {
        guard let holder = try place.dataDirectory().holder, let payment = try openPayment(since: holder),
            Self.understandsCancel(holder.pid), kill(holder.pid, SIGUSR1) == 0
        else { throw Stop(.usage, "nothing-to-cancel") }
        guard let row = try wait(for: payment), let outcome = row.outcome else {
            throw Stop(.busy, "cancel-not-allowed")
        }
        tell(row, outcome)
        return switch outcome {
        case .cancelled: .done
        case .unknown: .unknown
        case .approved, .partlyApproved, .declined, .failed: .busy
        }
    }

    /// The payment that this till has begun and not ended; older ones without an end belong to tills that have died.
    private func openPayment(since holder: LockHolder) throws(Stop) -> HistoryRow? {
        try newest().first { $0.outcome == nil && $0.intent != nil && $0.at.rfc3339 >= holder.since }
    }

    /// The last payments of both journals: the other till may be in training.
    private func newest() throws(Stop) -> [HistoryRow] {
        let directory = try place.dataDirectory()
        var rows: [HistoryRow] = []
        do throws(JournalFault) {
            for training in [false, true] {
                rows += try directory.readJournal(training: training)?.history(limit: 5, query: nil) ?? []
            }
        } catch {
            throw Stop(journalFault: error)
        }
        return rows
    }

    /// - Returns: the payment's row once it has an outcome; nil where it goes on.
    private func wait(for payment: HistoryRow) throws(Stop) -> HistoryRow? {
        let end = place.time.uptime() + Self.patience
        let nothing = Mailbox<Bool>()
        while place.time.uptime() < end {
            let row = try newest().first { $0.reference == payment.reference }
            if row?.outcome != nil { return row }
            _ = nothing.wait(until: place.time.nanoseconds(of: place.time.uptime() + Self.interval))
        }
        return nil
    }

    private func tell(_ row: HistoryRow, _ outcome: Outcome) {
        guard !place.invocation.json else { return Output.json(HistoryJSON.object(row)) }
        let words = place.catalogue.words(for: outcome)
        Output.line("\(words.word)  \(words.sentence)")
    }

    /// A program that does not wait for the signal would end of it. Source: proc(5), `SigBlk`.
    private static func understandsCancel(_ pid: Int32) -> Bool {
        guard let status = try? SmallFile.read("/proc/\(pid)/status") else { return false }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("SigBlk:") }), let digits = line.split(separator: "\t").last,
            let mask = UInt64(digits, radix: 16)
        else { return false }
        return mask & (1 << UInt64(SIGUSR1 - 1)) != 0
    }
}
