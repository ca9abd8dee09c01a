import Files
import Glibc
import Journals
import Localization
import Payments
import Ports
import Vault

/// The data folder and what stands in it.
struct FileCheck {
    let place: Workplace

    var findings: [Finding] {
        guard let folder = place.paths.data(place.invocation.dataDirectory) else { return [] }
        return [self.folder(folder), credentials(folder + "/" + Workplace.credentialFile)] + journals + crashes
    }

    private var crashes: [Finding] {
        let reports = CrashReports(place.paths)?.reports ?? []
        return reports.last.map { [.notice("crashed", ["file": $0, "count": place.catalogue.number(reports.count)])] }
            ?? []
    }

    private func folder(_ path: String) -> Finding {
        do throws(FileFault) {
            try Folder.checkPrivate(path)
            return .good("folder", ["folder": path])
        } catch .missing {
            return .notice("folderMissing", ["folder": path])
        } catch {
            return .bad("folderOpen", ["folder": path])
        }
    }

    private func credentials(_ path: String) -> Finding {
        do throws(VaultFault) {
            try Vault.inspect(path)
            return .good("credentials", ["file": path])
        } catch .file(.missing) {
            return .notice("credentialsMissing")
        } catch {
            let stop = Stop(error, path)
            let said = place.catalogue.error(stop.code, stop.arguments)
            return .bad("credentialsBad", ["text": said.text, "next": said.next ?? ""])
        }
    }

    /// The live journal, and the training one where it is damaged.
    private var journals: [Finding] {
        let (live, training) = (journal(training: false), journal(training: true))
        return training.level == .bad ? [live, training] : [live]
    }

    private func journal(training: Bool) -> Finding {
        do {
            let directory = try place.dataDirectory()
            let words = ["file": directory.journalPath(training: training)]
            guard let journal = try directory.readJournal(training: training) else { return .notice("journalNone") }
            let report = try journal.verify()
            guard report.faults.isEmpty else {
                return .bad("journalDamaged", words.merging(["count": String(report.faults.count)]) { $1 })
            }
            let open = try journal.unresolved().count
            guard open == 0 || training else {
                return .bad("journalUnknown", ["count": place.catalogue.number(open)])
            }
            return .good("journal", ["rows": place.catalogue.number(Int(report.rows))])
        } catch {
            return .bad("journalUnreadable")
        }
    }
}
