import Certification
import Testing

@Suite("the certification checklist")
struct CertificationTests {
    private func report(_ item: CertificationItem, _ flaw: CertificationFlaw?) -> CertificationReport {
        CertificationRun(flaw: flaw).report(item)
    }

    @Test("every item passes, and shows why", arguments: CertificationItem.allCases)
    func passes(_ item: CertificationItem) {
        let report = report(item, nil)
        #expect(report.passed && !report.evidence.isEmpty, "\(report.evidence)")
    }

    @Test("every item fails where what it looks at is wrong", arguments: CertificationFlaw.allCases)
    func fails(_ flaw: CertificationFlaw) {
        let report = report(flaw.item, flaw)
        #expect(!report.passed, "\(report.evidence)")
    }

    @Test("there is something wrong for every item")
    func complete() {
        #expect(Set(CertificationFlaw.allCases.map(\.item)) == Set(CertificationItem.allCases))
    }

    @Test("the same run says the same")
    func repeats() {
        let run = CertificationRun()
        var reports: [[CertificationReport]] = [[], []]
        for index in reports.indices { run.run { reports[index].append($0) } }
        #expect(reports[0] == reports[1] && reports[0].map(\.item) == CertificationItem.allCases)
    }

    @Test("no evidence holds a token, a secret or a card number")
    func harmless() {
        let run = CertificationRun()
        var text = ""
        run.run { text += $0.evidence.joined(separator: "\n") }
        #expect(!text.isEmpty && !text.contains("cardToken") && !text.contains("01020304"))
    }
}
