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
    package var lookedUp = 0
    /// Unknown to the end: more than one transaction fits.
    package var unknown = 0
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
        sum.unknown += b.unknown
        sum.findings += b.findings
        sum.story = b.story.isEmpty ? a.story : b.story
        return sum
    }

    /// For people.
    package var lines: [String] {
        let faults = CampaignFault.allCases.map { "\($0.rawValue) \(self.faults[$0, default: 0])" }
        let outcomes = Outcome.allCases.map { "\($0.rawValue) \(self.outcomes[$0, default: 0])" }
        let ways = [
            "faults     \(faults.joined(separator: ", "))", "restarts   \(restarts)",
            "found out  \(recovered) from the reader, \(lookedUp) from the cloud",
        ]
        return ["payments   \(payments)"] + (self.faults.isEmpty ? [] : ways) + [
            "outcomes   \(outcomes.joined(separator: ", "))",
            "undone     \(reversed), because nobody had a completed record",
            "unknown    \(unknown), because more than one transaction fits",
            findings.isEmpty
                ? "audit      reader, cloud and journal agree: nothing lost, nothing doubled"
                : "audit      \(findings.count) FINDINGS",
        ] + findings
    }
}
