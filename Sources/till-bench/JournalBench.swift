import CSQLite
import Journals
import Payments
import Ports
import Time

/// How fast the journal makes a row durable, next to plain SQLite that is given the same rows ready made; and how fast a
/// long journal opens.
enum JournalBench {
    private static let batches = 60
    private static let batch = 20
    private static let payments = 100_000

    static func run() {
        guard let directory = Scratch(on: "/var/tmp"), let memory = Scratch(on: "/dev/shm"),
            let long = Scratch(on: "/dev/shm")
        else {
            return print("journal: no place for files")
        }
        guard let euro = Currency(alpha: "EUR") else { return print("journal: no euro") }
        let money = Money(minorUnits: 1050, currency: euro)
        do {
            try compareAppends(directory.path, "on disk", money)
            try compareAppends(memory.path, "in memory", money)
            try measureOpening(long.path, money)
        } catch {
            print("journal: \(error)")
        }
    }

    /// Batches take turns, so that a busy neighbour slows both alike. Checkpoints are between batches for both.
    private static func compareAppends(_ path: String, _ place: String, _ money: Money) throws(JournalFault) {
        let journal = try DataDirectory(path: path).openJournal(training: false, since: WallTime(milliseconds: 0))
        guard let plain = PlainTable(path + "/plain.db", copying: path + "/journal.db") else {
            throw .other(code: SQLITE_CANTOPEN)
        }
        var times: (ours: [Double], plain: [Double]) = ([], [])
        for number in 0..<batches {
            let last = times.ours.count
            for payment in 0..<batch {
                for entry in SamplePayment.rows(number * batch + payment, money) {
                    times.ours.append(try microseconds { () throws(JournalFault) in _ = try journal.append(entry) })
                }
            }
            try journal.checkpointIfIdle()
            for row in plain.rows(after: last) { times.plain.append(microseconds { plain.insert(row) }) }
            plain.checkpoint()
        }
        guard times.plain.count == times.ours.count else { throw .damaged("bench") }
        print("durable rows \(place), \(times.plain.count) each, three a sale")
        report("journal (chained, indexed, with the list of unresolved payments)", times.ours)
        report("plain SQLite, WAL, synchronous=FULL", times.plain)
        print("journal/plain, by medians: \(Int(median(times.plain) / median(times.ours) * 100)) %")
    }

    private static func measureOpening(_ path: String, _ money: Money) throws(JournalFault) {
        let directory = DataDirectory(path: path)
        do {
            let journal = try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
            for number in 0..<payments {
                _ = try journal.append(SamplePayment.intent(number, money))
                _ = try journal.append(SamplePayment.outcome(number))
            }
        }
        var times: [Double] = []
        for _ in 0..<31 {
            times.append(
                try microseconds { () throws(JournalFault) in
                    let journal = try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
                    guard try journal.history(limit: 5, query: nil).count == 5, try journal.unresolved().isEmpty else {
                        throw .damaged("bench")
                    }
                })
        }
        report("open, unresolved and last 5 of \(payments) payments", times)
        let journal = try directory.openJournal(training: false, since: WallTime(milliseconds: 0))
        let search = try microseconds { () throws(JournalFault) in
            _ = try journal.history(limit: 20, query: "A99999")
        }
        let verify = try microseconds { () throws(JournalFault) in _ = try journal.verify() }
        print("search without an index \(Int(search / 1000)) ms, verify the chain \(Int(verify / 1000)) ms")
    }

    private static func microseconds<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Double {
        let start = ContinuousClock.now
        try work()
        return (ContinuousClock.now - start) / .microseconds(1)
    }

    private static func report(_ name: String, _ times: [Double]) {
        let sorted = times.sorted()
        let p99 = sorted[sorted.count * 99 / 100]
        let rate = Double(times.count) / times.reduce(0, +) * 1e6
        print("\(name): median \(Int(median(times))) µs, p99 \(Int(p99)) µs, \(Int(rate))/s")
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
