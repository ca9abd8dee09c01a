import Certification
import Localization
import Payments
import Transports

/// `till certify`: the checklist of an integration, run against virtual readers, with its evidence.
struct CertifyCommand {
    let place: Workplace

    /// - Returns: a fault where an item failed.
    func run() -> ExitStatus {
        var failed = 0
        CertificationRun().run { report in
            if !report.passed { failed += 1 }
            tell(report)
        }
        if !place.invocation.json {
            let count = ["count": String(failed)]
            Output.line(place.catalogue.text(failed == 0 ? "certify.allPassed" : "certify.someFailed", count))
        }
        return failed == 0 ? .done : .fault
    }

    private func tell(_ report: CertificationReport) {
        guard !place.invocation.json else {
            return Output.json(
                place.events.line(
                    "certify", place.time.wallTime(),
                    [
                        ("item", .string(report.item.rawValue)), ("passed", .bool(report.passed)),
                        ("evidence", .array(report.evidence.map(JSONValue.string))),
                    ]))
        }
        let word = place.catalogue.text(report.passed ? "certify.passed" : "certify.failed")
        Output.line("\(word)  \(place.catalogue.text("certify.item.\(report.item.rawValue)"))")
        for line in report.evidence { Output.line("    \(line)") }
    }
}
