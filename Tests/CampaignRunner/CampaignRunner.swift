import Campaign
import Glibc
import Payments

/// `till-campaign N [SEED [PROTOCOL]]`: random payments with random faults in process, a twentieth of them again with real processes
/// that are killed, then the audit. Ends with 1 if it finds anything.
@main
enum CampaignRunner {
    /// At least so many payments with real processes, where as many are asked for at all. *own choice*
    private static let fewestWithProcesses = 300

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        let spoken = words.count > 2 ? ReaderAddress.WireProtocol(rawValue: words[2]) : .heft
        let numbers = words.prefix(2).map { UInt64($0) }
        guard (1...3).contains(words.count), !numbers.contains(nil), let first = numbers[0], first > 0,
            let count = Int(exactly: first), let spoken
        else {
            print("Usage: till-campaign N [SEED [heft|datecs]]")
            exit(2)
        }
        let seed = numbers.count == 2 ? numbers[1] ?? 1 : UInt64(time(nil))
        print("seed       \(seed)")
        let isSound = runInProcess(count, seed, spoken)
        guard count > Campaign.stretch else { exit(isSound ? 0 : 1) }
        let others = min(count, max(fewestWithProcesses, count / 20))
        exit(runProcesses(others, seed, spoken) && isSound ? 0 : 1)
    }

    private static func runInProcess(_ count: Int, _ seed: UInt64, _ spoken: ReaderAddress.WireProtocol) -> Bool {
        let report = Campaign.run(count, seed: seed, on: spoken) { show("\($0.payments) payments") }
        show("")
        print("\nin process, on a clock of its own")
        for line in report.lines { print(line) }
        if count <= Campaign.stretch { for line in report.story { print(line) } }
        return report.findings.isEmpty
    }

    private static func runProcesses(
        _ count: Int, _ seed: UInt64, _ spoken: ReaderAddress.WireProtocol
    ) -> Bool {
        print("\nwith real processes")
        do {
            var campaign = try ProcessCampaign(seed: seed, on: spoken)
            let (report, deeds) = try campaign.run(count) { show("\($0) payments") }
            show("")
            print(deeds)
            for line in report.lines { print(line) }
            return report.findings.isEmpty
        } catch {
            print("ended by \(error)")
            return false
        }
    }

    /// How far it is, where somebody watches.
    private static func show(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let line = "\r\u{1B}[K" + text
        _ = write(STDERR_FILENO, line, line.utf8.count)
    }
}
