import Localization
import Payments
import Text

/// `till doctor`: what is wrong with this machine, and what to do about it (row N13).
struct DoctorCommand {
    let place: Workplace
    /// `NAME=URL`, besides those of the configuration.
    let gateways: [String]

    /// - Returns: a fault where anything is bad.
    func run() throws(Stop) -> ExitStatus {
        let named = try GatewayCheck.named(gateways)
        let (pins, near) = (try place.pins(), MachineCheck(place: place).findings + FileCheck(place: place).findings)
        let findings =
            near + ReaderCheck(place: place).findings + BluetoothCheck.findings
            + GatewayCheck(place: place, pins: pins, gateways: place.configuration.gateways + named).findings
        findings.forEach(tell)
        return findings.contains { $0.level == .bad } ? .fault : .done
    }

    private func tell(_ finding: Finding) {
        let arguments = finding.arguments.mapValues(printable)
        let text = place.catalogue.text("doctor.\(finding.code).text", arguments)
        let next = place.catalogue.text(ifPresent: "doctor.\(finding.code).next").map { _ in
            place.catalogue.text("doctor.\(finding.code).next", arguments)
        }
        guard !place.invocation.json else {
            return Output.json(
                .object([
                    ("event", "check"), ("code", .string(finding.code)), ("level", .string(finding.level.rawValue)),
                    ("text", .string(text)), ("next", next.map(JSONValue.string)),
                ]))
        }
        let words = [Finding.Level.good, .notice, .bad].map { place.catalogue.text("doctor.level.\($0.rawValue)") }
        let column = (words.map { cellWidth(of: $0) }.max() ?? 0) + 2
        let level = place.catalogue.text("doctor.level.\(finding.level.rawValue)")
        Output.line(padded(level, to: column) + text)
        if finding.level != .good, let next, !next.isEmpty { Output.line(padded("", to: column) + next) }
    }
}
