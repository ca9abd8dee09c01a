package import Checkout
package import Payments

/// Random payments with random faults, in process and on a clock of their own, and the audit at the end: reader, cloud
/// and journal have to agree to the cent. Source: row N2.
package enum Campaign {
    /// How many payments share one reader, one acquirer and one cloud.
    package static let stretch = 25

    /// - Parameters:
    ///   - count: rounded up to whole stretches; what is refused before it begins is no payment.
    ///   - wireProtocol: what the reader speaks; a pinpad has no cloud behind it.
    ///   - planted: a bug that the campaign has to find; for its own tests.
    ///   - stopsAtFinding: goes on no further than the first.
    ///   - progress: called after each stretch.
    package static func run(
        _ count: Int, seed: UInt64, on wireProtocol: ReaderAddress.WireProtocol = .heft, planted: PlantedBug? = nil,
        stopsAtFinding: Bool = false,
        progress: (CampaignReport) -> Void = { _ in }
    ) -> CampaignReport {
        var report = CampaignReport()
        var own = seed
        while report.payments < count {
            defer { own &+= 1 }
            var part: CampaignReport
            do {
                var payments = try CampaignStretch(seed: own, on: wireProtocol, planted: planted)
                part = try payments.run(stretch)
            } catch {
                part = CampaignReport()
                part.payments = stretch
                part.findings = ["ended by \(error)"]
            }
            part.findings = part.findings.map { "\($0)  (N=\(stretch) SEED=\(own))" }
            report = report + part
            progress(report)
            if stopsAtFinding, !report.findings.isEmpty { break }
        }
        return report
    }
}
