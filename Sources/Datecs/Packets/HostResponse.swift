/// DF09: what the bank's host said, in numbers of ISO 8583. Not in COMPLETE, only on the receipt. Source: datecs.md
/// 10.2.
public struct HostResponse: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let approved = HostResponse(rawValue: 0)

    /// What the number means, in few words; nil outside the table.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt64: String] = [
        0: "approved",
        4: "pick up card",
        6: "technical problem",
        7: "pick up card",
        12: "bad transaction",
        13: "bad amount",
        14: "bad card number",
        15: "issuer unreachable",
        33: "expired",
        36: "restricted, pick up",
        37: "pick up, call security",
        38: "PIN tries exceeded",
        41: "lost card",
        43: "stolen card",
        51: "insufficient funds",
        52: "no checking account",
        53: "no savings account",
        54: "expired",
        55: "wrong PIN",
        57: "not permitted to cardholder",
        58: "not permitted to terminal",
        65: "frequency limit",
        66: "pick up, call security",
        67: "pick up, call security",
        75: "PIN tries exceeded",
        78: "balance unavailable",
        79: "unacceptable PIN",
        82: "timeout",
        86: "PIN can't be checked",
        87: "partially approved",
        91: "issuer down",
        92: "issuer down",
        94: "duplicate",
        96: "system malfunction",
    ]
}
