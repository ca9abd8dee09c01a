import Files
import Glibc
import Journals
import Localization
import Payments
import Ports

extension SupportBundle {
    /// What a till always gives; nothing of the credential file is opened.
    mutating func addOwn(of place: Workplace) {
        add("about.txt", text: AboutText(place: place).text)
        addConfiguration(of: place)
        let findings = DoctorCommand.local(place)
        let report = DoctorReport(catalogue: place.catalogue)
        add("doctor.txt", text: lines(findings.flatMap(report.lines)))
        add("doctor.json", text: lines(findings.map { report.json($0).text }))
        for training in [false, true] { addJournal(of: place, training: training) }
        addCrashes(of: place)
        addLog(of: place)
    }

    /// The last traces, those that are still where the till wrote them.
    mutating func addTraces(of place: Workplace, besides secrets: [String]) {
        guard let folder = place.paths.data(place.invocation.dataDirectory) else { return }
        for (index, path) in LastTraces(in: folder).paths.enumerated() where access(path, F_OK) == 0 {
            include(path, as: "traces/\(index + 1)", besides: secrets)
        }
    }

    private mutating func addConfiguration(of place: Workplace) {
        let name = "configuration.yaml"
        guard let file = place.paths.configuration(place.invocation.configFile) else { return }
        do throws(FileFault) {
            let yaml = try SmallFile.read(file)
            guard let text = ConfigurationText.text(yaml: yaml) else { return leaveOut(name, .notText) }
            add(name, text: text)
        } catch .missing {
            return
        } catch {
            leaveOut(name, .unreadable)
        }
    }

    private mutating func addJournal(of place: Workplace, training: Bool) {
        let name = training ? "training-summary.json" : "journal-summary.json"
        do {
            guard let journal = try place.dataDirectory().readJournal(training: training) else { return }
            add(name, text: try JournalSummary(journal).json.text + "\n")
        } catch {
            leaveOut(name, .unreadable)
        }
    }

    private mutating func addCrashes(of place: Workplace) {
        guard let crashes = CrashReports(place.paths) else { return }
        for path in crashes.reports {
            let name = "crashes/" + (path.split(separator: "/").last ?? "")
            guard let text = crashes.text(path) else {
                leaveOut(name, .unreadable)
                continue
            }
            add(name, text: text)
        }
    }

    /// What became of the last payments, in the till's own log.
    private mutating func addLog(of place: Workplace) {
        for path in place.log?.files ?? [] where access(path, F_OK) == 0 {
            let name = "log/" + (path.split(separator: "/").last ?? "")
            guard let bytes = try? SmallFile.read(path, limit: Self.entryLimit) else {
                leaveOut(name, .unreadable)
                continue
            }
            add(name, text: String(decoding: bytes, as: UTF8.self))
        }
    }

    private func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
