/// `till doctor`: what is wrong with this machine, and what to do about it (row N13).
struct DoctorCommand {
    let place: Workplace

    var findings: [Finding] {
        MachineCheck(place: place).findings + FileCheck(place: place).findings + ReaderCheck(place: place).findings
    }

    /// - Returns: a fault where anything is bad.
    func run() -> ExitStatus {
        let findings = findings
        let report = DoctorReport(catalogue: place.catalogue)
        for finding in findings {
            place.invocation.json ? Output.json(report.json(finding)) : report.lines(finding).forEach(Output.line)
        }
        return findings.contains { $0.level == .bad } ? .fault : .done
    }
}
