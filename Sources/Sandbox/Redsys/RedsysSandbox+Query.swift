import Acquirer
import Markup
import Payments
import Time

/// What is known of an order. Source: gateways.md C.6.
extension RedsysSandbox {
    func query(_ request: SandboxRequest, _ mind: AcquirerMind) -> RedsysReply {
        let action = request.header("SOAPAction") ?? ""
        guard action == SOAP.action || action == "\"\(SOAP.action)\"" else {
            return .plain(SOAP.fault("No such action"))
        }
        guard let text = SOAP.question(request.body) else { return .plain(SOAP.fault("Not readable")) }
        do throws(RedsysQuestion.Refusal) {
            return .found(try findings(try RedsysQuestion(text, settings), mind))
        } catch {
            let message = MarkupNode("ErrorMsg", children: [MarkupNode("Ds_ErrorCode", text: error.code)])
            return .found(RedsysFindings(elements: [message], order: error.order))
        }
    }

    private func findings(
        _ question: RedsysQuestion, _ mind: AcquirerMind
    ) throws(RedsysQuestion.Refusal) -> RedsysFindings {
        let found = mind.transactions(ofCustomerReference: question.order).filter { transaction in
            switch RedsysType(rawValue: question.type) {
            case .payment: transaction.entry.kind.isRedsysPayment
            case .refund: transaction.entry.kind.isRedsysRefund
            case nil: false
            }
        }
        guard !found.isEmpty else { throw RedsysQuestion.Refusal("XML0024", order: question.order) }
        return RedsysFindings(elements: found.map { response($0, question) }, order: question.order)
    }

    private func response(_ transaction: KnownTransaction, _ question: RedsysQuestion) -> MarkupNode {
        let entry = transaction.entry
        let time = CivilTime(entry.at)
        let currency = Currency(alpha: entry.currency).map { padded(Int($0.numeric), 3) } ?? entry.currency
        var texts = [
            ("Ds_MerchantCode", settings.merchant), ("Ds_Terminal", settings.terminal), ("Ds_Order", question.order),
            ("Ds_TransactionType", question.type),
            ("Ds_Date", "\(padded(time.day, 2))/\(padded(time.month, 2))/\(padded(time.year, 4))"),
            ("Ds_Hour", "\(padded(time.hour, 2)):\(padded(time.minute, 2))"), ("Ds_Amount", String(entry.amount)),
            ("Ds_Currency", currency), ("Ds_SecurePayment", "0"), ("Ds_State", "F"),
            ("Ds_Response", code(of: transaction)),
        ]
        if question.isDetailed {
            texts += [
                ("Ds_AuthorisationCode", entry.authorisationCode ?? ""), ("Ds_CardType", "C"),
                ("Ds_CardNumber", SandboxCard.maskedNumber),
            ]
        }
        return MarkupNode("Response", children: texts.map { MarkupNode($0.0, text: $0.1) })
    }

    /// How it stands now. What was undone since has a code of its own, so that it is not taken for a cancellation that
    /// was asked for here. *own choice*
    private func code(of transaction: KnownTransaction) -> String {
        let entry = transaction.entry
        guard transaction.authorisedAmount > 0 else {
            let pinpads = entry.terminal.map { padded($0.code, 4) }
            return denials[entry.id] ?? pinpads ?? "0190"
        }
        guard transaction.since != .cancelled else { return "9928" }
        return entry.kind.isRedsysRefund ? "0900" : "0000"
    }
}
