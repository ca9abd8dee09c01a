import Payments
import Ports

/// What a whole sale costs: the till, a virtual reader and its acquirer in one thread, on a clock that is moved by hand,
/// so that nobody waits for anything but the disk.
enum SaleBench {
    private static let sales = 300

    static func run() {
        guard let directory = Scratch(on: "/var/tmp"), let memory = Scratch(on: "/dev/shm") else {
            return print("sale: no place for files")
        }
        do {
            let heft = try measure(memory.path, "in memory", .heft)
            try measure(directory.path, "on disk", .heft)
            guard let other = Scratch(on: "/dev/shm"), let pinpad = try measure(other.path, "in memory", .datecs),
                let heft
            else { return }
            print("  \(Int(pinpad / heft * 100)) % of what one on a HEFT reader costs the till")
        } catch {
            print("sale: \(error)")
        }
    }

    /// - Returns: the till's own time besides the journal in µs; nil where a sale was not approved.
    @discardableResult
    private static func measure(
        _ path: String, _ place: String, _ spoken: ReaderAddress.WireProtocol
    ) throws -> Double? {
        let world = try SaleBenchWorld(path, spoken)
        var own: [Double] = []
        let start = ContinuousClock.now
        for _ in 0..<sales {
            guard let spent = world.sell() else {
                print("sale: not approved")
                return nil
            }
            own.append(spent / .microseconds(1))
        }
        let whole = (ContinuousClock.now - start) / .seconds(1)
        let (rows, journal) = (world.journal.rows, world.journal.appending / .seconds(1))
        print(
            "a sale (\(spoken.rawValue)), journal \(place): the till's own time besides the journal "
                + "\(Int(own.sorted()[sales / 2])) µs, median"
        )
        print("  \(Int(Double(sales) / whole)) sales/s with virtual reader and acquirer, \(rows / sales) rows a sale")
        print(
            "  \(Int(try commitsPerSecond(path, rows))) of these rows/s in plain SQLite, \(Int(Double(rows) / journal)) in the journal"
        )
        return own.sorted()[sales / 2]
    }

    /// The sales' own rows once more, by the least that could be called a journal.
    private static func commitsPerSecond(_ path: String, _ count: Int) throws(JournalFault) -> Double {
        guard let plain = PlainTable(path + "/plain.db", copying: path + "/journal.db") else {
            throw .damaged("bench")
        }
        let rows = plain.rows(after: 0)
        guard rows.count >= count else { throw .damaged("bench") }
        let start = ContinuousClock.now
        for row in rows { plain.insert(row) }
        return Double(rows.count) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
