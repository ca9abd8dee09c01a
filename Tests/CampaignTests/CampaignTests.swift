import Campaign
import Checkout
import Payments
import Testing

@Suite("Random payments, and whatever can go wrong (N2)")
struct CampaignTests {
    @Test("300 payments: nothing is lost, nothing is doubled")
    func audit() {
        let report = Campaign.run(300, seed: 1)
        #expect(report.findings == [])
        #expect(report.payments > 200)
        #expect(report.recovered > 0)
        #expect(report.lookedUp > 0)
        #expect(report.restarts > 0)
    }

    @Test("300 payments on a pinpad: nothing is lost, nothing is doubled")
    func auditOnPinpad() {
        let report = Campaign.run(300, seed: 1, on: .datecs)
        #expect(report.findings == [])
        #expect(report.unknown == 0)
        #expect(report.payments > 200)
        #expect(report.recovered > 0)
        #expect(report.restarts > 0)
    }

    @Test("a bug that is planted is found", arguments: PlantedBug.allCases)
    fileprivate func planted(bug: PlantedBug) {
        let report = Campaign.run(300, seed: 1, planted: bug, stopsAtFinding: true)
        #expect(!report.findings.isEmpty)
        // The books don't fit: a campaign that broke off would have found nothing.
        #expect(report.findings.allSatisfy { !$0.hasPrefix("ended by") }, "\(report.findings)")
    }
}
