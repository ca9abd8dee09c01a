import Journals
import Localization
import Payments
import Ports

/// `till journal verify`: walks the whole journal and says what was changed in it.
struct JournalCommand {
    let place: Workplace

    /// - Returns: a fault where it is not as the till wrote it.
    func run(_ action: String) throws(Stop) -> ExitStatus {
        guard action == "verify" else { throw Stop(.usage, "journal-action", ["action": action]) }
        let report = try report()
        tell(report)
        return report.isSound ? .done : .fault
    }

    private func report() throws(Stop) -> ChainReport {
        let directory = try place.dataDirectory()
        do throws(JournalFault) {
            let journal = try directory.readJournal(training: place.isTraining)
            return try journal?.verify() ?? ChainReport(rows: 0, faults: [])
        } catch {
            throw Stop(journalFault: error)
        }
    }

    private func tell(_ report: ChainReport) {
        guard !place.invocation.json else {
            let faults = report.faults.map { fault in
                JSONValue.object(
                    [("fault", .string(fault.name))] + fault.places.map { ($0.name, .integer($0.row)) })
            }
            return Output.json(
                .object([("event", "journal"), ("rows", .integer(report.rows)), ("faults", .array(faults))]))
        }
        for fault in report.faults {
            let arguments = Dictionary(fault.places.map { ($0.name, String($0.row)) }) { $1 }
            Output.line(place.catalogue.text("journal.fault.\(fault.name)", arguments))
        }
        let rows = ["rows": place.catalogue.number(Int(report.rows))]
        report.isSound
            ? Output.line(place.catalogue.text("journal.sound", rows))
            : Output.message(place.catalogue.text("journal.notSound", rows))
    }
}

extension ChainReport.Fault {
    /// For scripts, and the locale's key under `journal.fault.`.
    var name: String {
        switch self {
        case .changed: "changed"
        case .missing: "missing"
        case .unlinked: "unlinked"
        case .end: "end"
        case .unreadable: "unreadable"
        case .unresolvedList: "unresolvedList"
        case .index: "index"
        case .file: "file"
        }
    }

    fileprivate var places: [(name: String, row: Int64)] {
        switch self {
        case .changed(let row), .unlinked(let row), .unreadable(let row): [("row", row)]
        case .missing(let first, let last): [("first", first), ("last", last)]
        case .end, .unresolvedList, .index, .file: []
        }
    }
}
