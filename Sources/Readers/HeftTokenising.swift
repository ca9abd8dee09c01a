import Heft
import Markup
import Payments

/// Keeping a card as a token, F080 and F081. No money moves: what can't be read or doesn't come has failed. *own choice*
/// Source: heft.md 4.1 to 4.3.
enum HeftTokenising {
    /// Bare XML, without a length of its own. *seen*
    static func packet(for request: ReaderRequest) -> Packet {
        let reference = request.customerReference
        let fields = reference.isEmpty ? [] : [MarkupNode("CustomerReference", text: reference)]
        return .tokenise(XMLText(MarkupNode("TokenizeCardRequest", children: fields), declaration: .withoutLineBreak))
    }

    static func read(_ status: Status, _ xml: XMLText?) -> ReaderReading {
        let fields = xml.map { HeftFields($0) }
        var result = TransactionResult(finStatus: fields?.text("FinancialStatus") ?? "FAILED")
        result.raw = TransactionResult.RawResult(
            header: HeftResult.hex(status.rawValue), result: nil, fields: fields?.root.map(HeftResult.detail))
        if let fields { HeftResult.fill(&result, fields) }
        // The answer has no transaction id; this stands in for it. *seen*
        result.eftTransactionID = result.eftTransactionID ?? fields?.text("CardTokenizationGuid")
        result.type = result.type ?? "TOKENIZE_CARD"
        let outcome = outcome(status, fields?.financialStatus)
        if outcome == .failed { result.finStatus = "FAILED" }
        return ReaderReading(outcome: outcome, result: result, secretRefused: status == .sharedSecretInvalid)
    }

    /// No answer, and there will be none.
    static var failed: ReaderReading {
        var result = TransactionResult(finStatus: "FAILED")
        result.type = "TOKENIZE_CARD"
        return ReaderReading(outcome: .failed, result: result)
    }

    private static func outcome(_ status: Status, _ word: HeftFields.FinancialStatus?) -> Outcome {
        switch (status, word) {
        case (.success, .authorised), (.success, .processed): .approved
        case (.success, .declined): .declined
        case (_, .cancelled), (.userCancelled, nil), (.posCancelled, nil), (.cardCancelled, nil): .cancelled
        default: .failed
        }
    }
}
