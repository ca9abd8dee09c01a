import Acquirer
import Checkout
import Engine
import Payments
import Simulator

/// Runs the checklist against virtual readers, an acquirer and its cloud, all inside this process and in no time. What it
/// says is computed from what happened in the run.
public struct CertificationRun: Sendable {
    let flaw: CertificationFlaw?
    /// Pounds: what the amounts of virtual readers that set something off are in.
    let currency = Currency(alpha: "GBP") ?? Money.nothing.currency

    public init() { self.init(flaw: nil) }

    package init(flaw: CertificationFlaw?) { self.flaw = flaw }

    /// Runs one item after the other; `tell` hears of each as soon as it is over.
    public func run(_ tell: (CertificationReport) -> Void) {
        for item in CertificationItem.allCases { tell(report(item)) }
    }

    package func report(_ item: CertificationItem) -> CertificationReport {
        do {
            let (passed, evidence) = try check(item)
            return CertificationReport(item: item, passed: passed && !evidence.isEmpty, evidence: evidence)
        } catch {
            return CertificationReport(item: item, passed: false, evidence: ["the run could not be set up: \(error)"])
        }
    }

    /// What a check found: whether it is as it must be, and what shows that.
    typealias Finding = (passed: Bool, evidence: [String])

    private func check(_ item: CertificationItem) throws -> Finding {
        switch item {
        case .discoveryAndWired: try discovery()
        case .nothingBeforeConnect: try nothingBeforeConnect()
        case .pendingFetchedOnConnect: try pendingFetched()
        case .everyFinStatusHandled: try everyFinStatus()
        case .guidStoredOnEveryAuthorised: try storedGUIDs()
        case .signatureURLAndImage: try signatures()
        case .referenceStoredBeforeEveryCall: try storedReferences()
        case .undefinedRecoveredAndReversed: try undefinedReversed()
        case .background: try background()
        case .canonicalLogLine: try logLines()
        }
    }

    /// A world of this run, with what it does wrong on purpose.
    func world(
        _ scenario: Scenario = .default, _ quirks: Set<Quirk> = [], pace: Pace = .instant, refusesHosts: Bool = false
    ) throws -> CertificationWorld {
        try CertificationWorld(
            .init(scenario: scenario, quirks: quirks, pace: pace, refusesHosts: refusesHosts, flaw: flaw))
    }
}
