import Acquirer

/// What the last two digits of a refund's amount do. Source: gateways.md C.9: 72 to 74 and 96 are the vendor's, the
/// others *own choice*.
enum RedsysTrigger: Hashable {
    /// The code of the answer.
    case denied(String)
    /// Done, but the answer never comes.
    case dropped
    case wronglySigned
    /// Refused as if the signature could not be worked out.
    case signatureFailed
    /// Done, though the answer says that it isn't decided yet.
    case undecided

    /// - Parameter amount: minor units.
    /// - Returns: nil where nothing goes wrong, and where the scenario has no such amounts.
    init?(_ amount: Int64, in scenario: Scenario) {
        guard scenario == .triggers, let found = Self.endings[amount % 100] else { return nil }
        self = found
    }

    private static let endings: [Int64: RedsysTrigger] = [
        61: .denied("0116"), 62: .denied("0101"), 63: .denied("0129"), 64: .denied("0180"), 65: .denied("0195"),
        66: .denied("0909"), 67: .dropped, 68: .wronglySigned, 69: .signatureFailed, 70: .undecided,
        72: .denied("0172"), 73: .denied("0173"), 74: .denied("0174"), 96: .denied("0190"),
    ]

    var denial: String? { if case .denied(let code) = self { code } else { nil } }
}
