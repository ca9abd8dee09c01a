/// `till doctor`: what is wrong with this machine, and what to do about it (row N13).
struct DoctorCommand {
    let place: Workplace
    /// `NAME=URL`, besides those of the configuration.
    let gateways: [String]

    /// What can be seen without asking anybody: nothing is sent for it.
    static func local(_ place: Workplace) -> [Finding] {
        MachineCheck(place: place).findings + FileCheck(place: place).findings + ReaderCheck(place: place).findings
            + BluetoothCheck.findings
    }

    /// - Returns: a fault where anything is bad.
    func run() throws(Stop) -> ExitStatus {
        let named = try GatewayCheck.named(gateways)
        let pins = try place.pins()
        let asked = GatewayCheck(place: place, pins: pins, gateways: place.configuration.gateways + named).findings
        let findings = Self.local(place) + asked
        let report = DoctorReport(catalogue: place.catalogue)
        for finding in findings {
            place.invocation.json ? Output.json(report.json(finding)) : report.lines(finding).forEach(Output.line)
        }
        return findings.contains { $0.level == .bad } ? .fault : .done
    }
}
