package import Payments

/// What came of a campaign, or of a part of it.
package struct CampaignReport: Hashable, Sendable {
    package var payments = 0
    package var faults: [CampaignFault: Int] = [:]
    /// Tills that were switched off and started again.
    package var restarts = 0
    package var outcomes: [Outcome: Int] = [:]
    /// Payments that were undone at the acquirer because nobody had a completed record.
    package var reversed = 0
    /// Results that the reader had kept, and those that the cloud knew.
    package var recovered = 0
    /// How long after the reader was connected each of them was booked, in milliseconds; with real processes alone.
    package var recoveryTimes: [Int64] = []
    package var lookedUp = 0
    /// Unknown to the end: more than one transaction fits.
    package var unknown = 0
    /// Payments by mail of which the cloud knows nothing under their reference, which it may not have kept.
    package var silent = 0
    /// Tips that were set afterwards.
    package var tips: [TipOutcome: Int] = [:]
    /// What does not fit, with the seed that shows it again.
    package var findings: [String] = []
    /// Journal and ledger of the last stretch with findings.
    package var story: [String] = []

    package static func + (a: CampaignReport, b: CampaignReport) -> CampaignReport {
        var sum = a
        sum.payments += b.payments
        sum.faults.merge(b.faults, uniquingKeysWith: +)
        sum.restarts += b.restarts
        sum.outcomes.merge(b.outcomes, uniquingKeysWith: +)
        sum.reversed += b.reversed
        sum.recovered += b.recovered
        sum.lookedUp += b.lookedUp
        sum.recoveryTimes += b.recoveryTimes
        sum.tips.merge(b.tips, uniquingKeysWith: +)
        sum.unknown += b.unknown
        sum.silent += b.silent
        sum.findings += b.findings
        sum.story = b.story.isEmpty ? a.story : b.story
        return sum
    }

    /// For people.
    package var lines: [String] {
        ["payments   \(payments)"] + (faults.isEmpty ? [] : ["faults     \(Self.list(CampaignFault.allCases, faults))"])
            + [
                "restarts   \(restarts)",
                "found out  \(recovered) from the reader, \(lookedUp) from the cloud\(recoveryWords)",
                "outcomes   \(Self.list(Outcome.allCases, outcomes))",
            ] + (tips.isEmpty ? [] : ["tips       \(Self.list(TipOutcome.allCases, tips))"]) + [
                "undone     \(reversed), because nobody had a completed record",
                "unknown    \(unknown), because more than one transaction fits",
                "silent     \(silent), by mail, of which the cloud knows nothing under their reference",
                findings.isEmpty
                    ? "audit      reader, cloud and journal agree: nothing lost, nothing doubled"
                    : "audit      \(findings.count) FINDINGS",
            ] + findings
    }

    private var recoveryWords: String {
        let sorted = recoveryTimes.sorted()
        guard let longest = sorted.last else { return "" }
        return "; booked \(sorted[sorted.count / 2]) ms after the reader was connected, at most \(longest) ms"
    }

    private static func list<Name: Hashable & RawRepresentable<String>>(
        _ names: [Name], _ counts: [Name: Int]
    ) -> String {
        names.map { "\($0.rawValue) \(counts[$0, default: 0])" }.joined(separator: ", ")
    }
}
