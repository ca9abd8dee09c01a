import Acquirer
import Payments
import Time

/// Money that moves without a card. Source: gateways.md D.4, D.5.
extension OpayoSandbox {
    /// Of a sale that is known by the acquirer's number and the issuer's code.
    mutating func refund(
        _ parameters: OpayoParameters, in session: String, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let order = try OpayoOrder(parameters)
        let code = try parameters.text("originalAuthCode")
        let trigger = OpayoTrigger(order.money.minorUnits, in: settings.scenario)
        let original = mind.transaction(rrn: order.original).flatMap { $0.entry.authorisationCode == code ? $0 : nil }
        let errors = (original == nil ? [OpayoError.invalidRequest] : []) + (order.isTooLong ? [.fieldTooLong] : [])
        guard let original, errors.isEmpty else { return OpayoReply(OpayoErrors(errors)) }
        var payment = OpayoPayment(session: session)
        payment.movesMoney = true
        payment.losesAnswer = trigger == .lost
        if let errors = trigger?.errors, !errors.isEmpty {
            payment.result = OpayoTransactionJSON.nothing("FAILED", "LINKED_REFUND", order, errors, at: now)
        } else {
            let refund = CloudOrder.Refund(
                order.money, customerReference: order.reference, refusal: trigger == .declined ? "Code 05" : nil)
            let done = try? mind.carryOut(.refund(of: original.entry.id, refund), id: nextGUID(), at: now)
            guard let done else { return OpayoReply(OpayoErrors(.invalidRequest)) }
            payment.result = OpayoTransactionJSON.value(done, mind)
        }
        return begin(payment)
    }

    /// A sale that the issuer wants to be telephoned about: nothing moves before the question is answered.
    mutating func startReferred(
        _ parameters: OpayoParameters, in session: String, at now: WallTime, _ mind: AcquirerMind
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        _ = try parameters.word("transactionType", of: ["SALE"])
        let order = try OpayoOrder(parameters)
        let sale = mind.transaction(rrn: order.original)
        let fits =
            sale.map {
                $0.entry.isReferred && $0.entry.amount == order.money.minorUnits
                    && $0.entry.currency == order.money.currency.alpha
            } ?? false
        let errors = (fits ? [] : [OpayoError.invalidRequest]) + (order.isTooLong ? [.fieldTooLong] : [])
        guard let sale, errors.isEmpty else { return OpayoReply(OpayoErrors(errors)) }
        var payment = OpayoPayment(session: session)
        payment.referred = OpayoPayment.Referred(id: sale.entry.id, request: order)
        return begin(payment)
    }

    private mutating func begin(_ payment: OpayoPayment) -> OpayoReply {
        let channel = nextChannel()
        payments[channel] = payment
        return OpayoReply(channel: channel)
    }

    /// What was said on the telephone. The same again changes nothing: an answer may have been lost.
    mutating func goOn(
        _ parameters: OpayoParameters, in session: String, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let channel = try parameters.text("chanId")
        let said = try parameters.referral()
        _ = try parameters.word("cardPresent", of: ["YES", "NO", "UNDEFINED"])
        guard var payment = payment(channel, in: session), var referred = payment.referred, !referred.isCancelled,
            referred.answer == nil || referred.answer == said
        else { return OpayoReply(OpayoErrors(.invalidRequest)) }
        guard referred.answer == nil else { return OpayoReply(channel: channel) }
        referred.answer = said
        payment.referred = referred
        payment.result = result(of: said, referred, at: now, &mind)
        payment.movesMoney = said != .denied
        payments[channel] = payment
        return OpayoReply(channel: channel)
    }

    private mutating func result(
        of said: OpayoPayment.Referral, _ referred: OpayoPayment.Referred, at now: WallTime,
        _ mind: inout AcquirerMind
    ) -> JSONValue? {
        let order = referred.request
        guard said == .approved(code: OpayoSettings.referralCode) else {
            return OpayoTransactionJSON.nothing("DECLINED", "SALE", order, [], code: "01", at: now)
        }
        let sale = CloudOrder.referredSale(of: referred.id, customerReference: order.reference)
        guard let done = try? mind.carryOut(sale, id: nextGUID(), at: now) else {
            return OpayoTransactionJSON.nothing("FAILED", "SALE", order, [.invalidRequest], at: now)
        }
        return OpayoTransactionJSON.value(done, mind)
    }

    /// Only while a question is open.
    mutating func cancel(
        _ parameters: OpayoParameters, in session: String, at now: WallTime
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let channel = try parameters.text("chanId")
        guard var payment = payment(channel, in: session), let referred = payment.referred,
            referred.answer == nil
        else { return OpayoReply(OpayoErrors(.invalidRequest)) }
        payment.referred?.isCancelled = true
        payment.result = OpayoTransactionJSON.nothing(
            "FAILED", "SALE", referred.request, [.cardReaderCanceled], at: now)
        payments[channel] = payment
        return OpayoReply(channel: channel)
    }

    func payment(_ channel: String, in session: String) -> OpayoPayment? {
        payments[channel].flatMap { $0.session == session ? $0 : nil }
    }
}

extension OpayoParameters {
    fileprivate func referral() throws(OpayoCommand.Malformed) -> OpayoPayment.Referral {
        let referral = try object("voiceReferral")
        let isApproved = try referral.word("handled", of: ["APPROVED", "DENIED"]) == "APPROVED"
        return isApproved ? .approved(code: try referral.text("code")) : .denied
    }
}
