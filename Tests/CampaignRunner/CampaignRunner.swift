import Campaign
import Glibc
import Payments

/// `till-campaign N [SEED]`: random payments with random faults, then the audit. Ends with 1 if it finds anything.
@main
enum CampaignRunner {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().map { UInt64($0) }
        guard (1...2).contains(numbers.count), let count = numbers[0], count > 0, count < 100_000_000 else {
            print("Usage: till-campaign N [SEED]")
            exit(2)
        }
        let seed = numbers.last.flatMap(\.self) ?? 1
        let actual = numbers.count == 2 ? seed : UInt64(time(nil))
        print("seed       \(actual)")
        let report = Campaign.run(Int(count), seed: actual) { report in
            if isatty(STDERR_FILENO) == 1 { show("\r\(report.payments) payments") }
        }
        if isatty(STDERR_FILENO) == 1 { show("\r") }
        for line in report.lines { print(line) }
        if count <= Campaign.stretch { for line in report.story { print(line) } }
        exit(report.findings.isEmpty ? 0 : 1)
    }

    private static func show(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
}
