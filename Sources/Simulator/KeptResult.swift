import Heft
import Markup
import Payments

/// The answer to a sale, kept until the host has acknowledged all of it. Source: heft.md 3.4, 4.2, 4.3.
struct KeptResult: Hashable, Sendable {
    var status: Status
    /// Nil where the answer is a bare status.
    private var body: FinanceAnswer?
    private var fields: [MarkupNode] = []

    /// There is something in it that a host would want to fetch.
    var hasBody: Bool { body != nil }

    /// - Parameter recovered: given later than it should have been, as F071 or as another sale's answer.
    func answer(recovered: Bool) -> FinanceAnswer? {
        guard var body else { return nil }
        let marked = recovered ? fields + [MarkupNode("RecoveredTransaction", text: "true")] : fields
        body.xml = XMLText(MarkupNode("FinancialTransactionResponse", children: marked))
        return body
    }
}

extension KeptResult {
    init(_ facts: TransactionFacts, _ ending: Ending, stamp: String, settings: ReaderSettings) {
        status = ending.status
        guard !ending.isBare else { return }
        let paper = DemoReceipt(facts: facts, ending: ending, stamp: stamp, card: settings.card)
        func html(_ copy: DemoReceipt.Copy) -> [UInt8] {
            SignaturePaper.encoded(paper.html(for: copy), settings.quirks)
        }
        let merchantHasIt = facts.isSigned && ending.result == .approved
        let spoilt: UInt32 = settings.quirks.contains(.wrongAmount) && ending.result == .approved ? 1 : 0
        body = FinanceAnswer(
            resultByte: ending.result.rawValue, authorisedAmount: ending.authorisedAmount &+ spoilt,
            transactionID: ending.hasReceipts ? Array(facts.id.utf8) : [],
            merchantReceipt: ending.hasReceipts && !merchantHasIt ? html(.merchant) : [],
            customerReceipt: ending.hasReceipts ? html(.customer) : [], xml: XMLText(bytes: []))
        fields = Self.fields(facts, ending, stamp: stamp, settings: settings, spoilt: spoilt)
    }

    private static func fields(
        _ facts: TransactionFacts, _ ending: Ending, stamp: String, settings: ReaderSettings, spoilt: UInt32
    ) -> [MarkupNode] {
        let width = settings.quirks.contains(.fourDigitCurrency) ? 4 : 0
        let result = nodes([
            ("StatusMessage", ending.text), ("TransactionType", facts.typeName), ("FinancialStatus", ending.finStatus),
            ("RequestedAmount", String(facts.amount &+ spoilt)),
            ("TotalAmount", String(ending.authorisedAmount &+ spoilt)),
            ("Currency", padded(Int(facts.currency.numeric), width)), ("TransactionID", String(facts.number)),
            ("EFTTransactionID", ending.hasReceipts ? facts.id : nil),
            ("OriginalEFTTransactionID", facts.originalID), ("EFTTimestamp", stamp),
            ("CardToken", facts.tokenises && ending.result == .approved ? facts.token : nil),
            ("AuthorisationCode", ending.authorisationCode), ("CustomerReference", facts.customerReference),
        ])
        return result + (ending.hasReceipts && !facts.isVoid ? cardFields(facts, settings.card) : [])
            + deviceFields(settings)
    }

    private static func cardFields(_ facts: TransactionFacts, _ card: VirtualCard) -> [MarkupNode] {
        nodes([
            ("CVM", facts.isSigned ? "SIGNATURE" : "PIN"), ("CardEntryType", facts.isSigned ? "MSR" : "ICC"),
            ("paymentScenario", facts.isSigned ? "MAGSTRIPE" : "CHIP"), ("CardSchemeName", card.schemeName),
            ("CardTypeId", card.typeID), ("MaskedCardNumber", card.maskedNumber), ("mid", DemoReceipt.merchantNumber),
            ("tid", DemoReceipt.terminalNumber),
        ])
    }

    /// What the reader says of itself at the end of every document.
    static func deviceFields(_ settings: ReaderSettings) -> [MarkupNode] {
        nodes([
            ("SerialNumber", settings.serialNumber), ("BatteryStatus", "57%"), ("BatterymV", "3800"),
            ("BatteryCharging", "false"), ("ExternalPower", "false"),
            ("ApplicationName", VirtualHeftReader.applicationName), ("ApplicationVersion", "1.7"),
        ])
    }

    private static func nodes(_ fields: [(String, String?)]) -> [MarkupNode] {
        fields.compactMap { name, text in text.map { MarkupNode(name, text: $0) } }
    }
}
