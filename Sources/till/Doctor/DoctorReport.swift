import Localization
import Payments
import Text

/// What the doctor found, in words.
struct DoctorReport {
    let catalogue: Catalogue

    func json(_ finding: Finding) -> JSONValue {
        let (text, next) = words(finding)
        return .object([
            ("event", "check"), ("code", .string(finding.code)), ("level", .string(finding.level.rawValue)),
            ("text", .string(text)), ("next", next.map(JSONValue.string)),
        ])
    }

    /// The finding, and what to do where anything is to be done.
    func lines(_ finding: Finding) -> [String] {
        let (text, next) = words(finding)
        let levels = [Finding.Level.good, .notice, .bad].map { catalogue.text("doctor.level.\($0.rawValue)") }
        let column = (levels.map { cellWidth(of: $0) }.max() ?? 0) + 2
        let first = padded(catalogue.text("doctor.level.\(finding.level.rawValue)"), to: column) + text
        guard finding.level != .good, let next, !next.isEmpty else { return [first] }
        return [first, padded("", to: column) + next]
    }

    private func words(_ finding: Finding) -> (text: String, next: String?) {
        let arguments = finding.arguments.mapValues { Masking.mask(printable($0)) }
        let next = catalogue.text(ifPresent: "doctor.\(finding.code).next").map { _ in
            catalogue.text("doctor.\(finding.code).next", arguments)
        }
        return (catalogue.text("doctor.\(finding.code).text", arguments), next)
    }
}
