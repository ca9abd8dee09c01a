/// The acquirer's answer to a virtual pinpad. *own choice*
public struct TerminalAnswer: Hashable, Sendable {
    /// 0 is yes; numbers of ISO 8583. Source: datecs.md 10.2.
    public var code: Int
    /// Twelve digits, of every transaction that was decided on.
    public var rrn: String?
    /// Six characters; nil where nothing was approved.
    public var approval: String?
    /// A balance, in points.
    public var points: Int64?

    public init(code: Int, rrn: String? = nil, approval: String? = nil, points: Int64? = nil) {
        self.code = code
        self.rrn = rrn
        self.approval = approval
        self.points = points
    }

    public var isApproved: Bool { code == Self.approved }

    public static let approved = 0
    /// Nobody but the issuer's people can say yes. Source: ISO 8583, code 01.
    public static let referToIssuer = 1
    /// The original isn't there, or is another kind, or undone already.
    public static let badTransaction = 12
    public static let badAmount = 13
    public static let insufficientFunds = 51
    public static let wrongPIN = 55
    /// Too often without a PIN: with one it would do.
    public static let pinNeeded = 65
    public static let partlyApproved = 87
    public static let duplicate = 94
    /// The batch is closed, but the acquirer had other totals. Not in the pinpad's own table: from
    /// ISO 8583, "reconcile error".
    public static let totalsDiffer = 95
    public static let malfunction = 96
}

extension TerminalAnswer {
    /// `ANSWER code=0 rrn=000123456789 approval=A12345`
    public var text: String {
        TerminalWords(
            "ANSWER",
            [
                ("code", String(code)), ("rrn", rrn), ("approval", approval), ("points", points.map { String($0) }),
            ]
        ).text
    }

    /// Nil for anything else.
    public init?(text: String) {
        guard let words = TerminalWords(text: text), words.verb == "ANSWER",
            let code = words.number("code").flatMap({ Int(exactly: $0) })
        else { return nil }
        self.init(code: code, rrn: words["rrn"], approval: words["approval"], points: words.number("points"))
    }
}
