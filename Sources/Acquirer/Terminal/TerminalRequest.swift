import Payments

/// What a virtual pinpad asks its acquirer, in a conversation of our own: its bytes are opaque to the host that carries
/// them. *own choice* (datecs.md 17: a length and a short text)
public struct TerminalRequest: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case sale = "SALE"
        case advance = "ADVANCE"
        case authorization = "AUTHORIZATION"
        case capture = "CAPTURE"
        case refund = "REFUND"
        case voidSale = "VOID_SALE"
        case voidAdvance = "VOID_ADVANCE"
        /// Gives blocked money free.
        case release = "RELEASE"
        case loyaltySpend = "LOYALTY_SPEND"
        case voidLoyalty = "VOID_LOYALTY"
        case loyaltyBalance = "LOYALTY_BALANCE"
        /// An advice: whatever was asked under this STAN shall not stand, whether it arrived or not.
        case reversal = "REVERSAL"
        /// The day's totals; closes the batch.
        case batch = "BATCH"
        case echo = "ECHO"
        case parameters = "PARAMETERS"
        case keys = "KEYS"

        /// Of a loyalty programme; no money moves.
        public var isInPoints: Bool { self == .loyaltySpend || self == .voidLoyalty || self == .loyaltyBalance }
    }

    public var kind: Kind
    /// Eight characters.
    public var terminalID: String
    /// Of the reader, as the ledger has it.
    public var serialNumber: String
    /// The terminal's number of the transaction; of a reversal that of what is reversed.
    public var stan: Int
    /// Minor units, without the cash that is handed out; points for loyalty.
    public var amount: Int64 = 0
    /// ISO 4217 number.
    public var currency: UInt16 = 0
    /// Minor units; inside the amount.
    public var tip: Int64?
    /// Minor units; beside the amount.
    public var cashback: Int64?
    /// What names the original.
    public var originalRRN: String?
    public var originalApproval: String?
    /// The host's reference, any text.
    public var reference: String?
    /// Number of the batch that closes.
    public var batch: Int?
    /// What the terminal has of each kind in that batch.
    public var totals: [TerminalTotal] = []

    public init(kind: Kind, terminalID: String, serialNumber: String, stan: Int) {
        self.kind = kind
        self.terminalID = terminalID
        self.serialNumber = serialNumber
        self.stan = stan
    }

    /// What a repeated request is recognised by; nil for one that changes nothing.
    var id: String? {
        switch kind {
        case .echo, .parameters, .keys, .loyaltyBalance: nil
        case .batch: batch.map { "\(terminalID)/BATCH/\($0)" }
        case .reversal: "\(transactionID)/REVERSAL"
        default: transactionID
        }
    }

    /// The ledger's name of a terminal's transaction.
    var transactionID: String { Self.transactionID(terminalID, stan) }

    /// How the ledger names what a terminal asked under a STAN.
    public static func transactionID(_ terminalID: String, _ stan: Int) -> String { "\(terminalID)/\(stan)" }
}

/// How often and how much of one kind.
public struct TerminalTotal: Hashable, Sendable {
    public var kind: TerminalRequest.Kind
    public var count: Int
    /// Minor units.
    public var amount: Int64

    public init(_ kind: TerminalRequest.Kind, count: Int, amount: Int64) {
        self.kind = kind
        self.count = count
        self.amount = amount
    }
}

extension TerminalRequest {
    /// `SALE terminal=99900001 serial=0123456789 stan=123 amount=1050 currency=978`; the reference in hexadecimal
    /// digits.
    public var text: String {
        let totals = totals.map { "\($0.kind.rawValue):\($0.count):\($0.amount)" }.joined(separator: ",")
        return TerminalWords(
            kind.rawValue,
            [
                ("terminal", terminalID), ("serial", serialNumber), ("stan", String(stan)),
                ("amount", amount == 0 ? nil : String(amount)), ("currency", currency == 0 ? nil : String(currency)),
                ("tip", tip.map { String($0) }), ("cashback", cashback.map { String($0) }), ("rrn", originalRRN),
                ("approval", originalApproval), ("reference", reference.map(TerminalWords.hex)),
                ("batch", batch.map { String($0) }), ("totals", totals.isEmpty ? nil : totals),
            ]
        ).text
    }

    /// Nil where a word is missing or says something else than it should.
    public init?(text: String) {
        guard let words = TerminalWords(text: text), let kind = Kind(rawValue: words.verb),
            let terminalID = words["terminal"], let serialNumber = words["serial"],
            let stan = words.number("stan"), (0...Self.largestSTAN).contains(stan)
        else { return nil }
        self.init(kind: kind, terminalID: terminalID, serialNumber: serialNumber, stan: Int(stan))
        guard let amount = words.money("amount"), let tip = words.money("tip"), let cashback = words.money("cashback"),
            let currency = UInt16(exactly: words.number("currency") ?? 0)
        else { return nil }
        (self.amount, self.currency) = (amount, currency)
        (self.tip, self.cashback) = (tip == 0 ? nil : tip, cashback == 0 ? nil : cashback)
        (originalRRN, originalApproval) = (words["rrn"], words["approval"])
        reference = words["reference"].flatMap(TerminalWords.text(hex:))
        batch = words.number("batch").flatMap { Int(exactly: $0) }
        guard let totals = Self.totals(words["totals"] ?? "") else { return nil }
        self.totals = totals
    }

    /// Six digits. Source: datecs.md 9.2, tag 9F41 in four bytes of BCD, of which ISO 8583 has three.
    private static let largestSTAN: Int64 = 999_999

    private static func totals(_ text: String) -> [TerminalTotal]? {
        let parts = text.split(separator: ",")
        let totals = parts.compactMap { part -> TerminalTotal? in
            let sides = part.split(separator: ":").map(String.init)
            guard sides.count == 3, let kind = Kind(rawValue: sides[0]), let count = Int(sides[1]),
                let amount = Int64(sides[2])
            else { return nil }
            return TerminalTotal(kind, count: count, amount: amount)
        }
        return totals.count == parts.count ? totals : nil
    }
}
