import Gateways
import Payments
import Readers
import Time

/// The merchant's account at a gateway, and what it allows. Payments go the reader's own way; at the gateway money is
/// given back without a card, and what the issuer approved by telephone is booked. Source: rows R2 to R5, E6, E9, E10.
extension CheckoutState {
    /// Whose account it is has to stay the same to a payment's end.
    func sellFor(_ merchant: Merchant?) -> CheckoutStep {
        if case .selling = connection { return refused(.paymentRuns) }
        guard merchant.map({ $0.gateway == merchantGateway }) ?? true else { return refused(.accountElsewhere) }
        var next = self
        next.merchant = merchant
        return CheckoutStep(next)
    }

    /// What stands in the way of a payment on a reader, for the account's sake.
    func merchantObjection(to order: PaymentOrder, on reader: ReaderDetails) -> TillFault? {
        guard merchantGateway != nil else { return nil }
        guard let merchant else { return .accountMissing }
        if let unfitness = merchant.unfitness(of: reader) { return TillFault(unfitness) }
        if let currency = merchant.currency, currency != order.money.currency { return .accountCurrency(currency) }
        if order.operation == .refund, order.original == nil, !merchant.refundsAlone { return .refundNeedsSale }
        // A reader takes a tip, cash or a number, one of them. Source: datecs.md 6.
        let isPlain = order.tip == nil && order.cashback == nil
        return merchant.gateway == .redsys && order.operation == .sale && !isPlain ? .notWithThisAccount : nil
    }

    /// The number under which the gateway knows a payment; what follows an earlier one has that one's.
    func orderNumber(for order: PaymentOrder, _ moment: Moment) -> OrderNumber? {
        guard merchant?.gateway == .redsys else { return nil }
        if let original = moment.original { return original.intent.order }
        return order.operation == .sale ? OrderNumber(moment.fresh, at: moment.wall) : nil
    }

    /// Whether and how it is found out what became of a payment; nil where nobody can be asked.
    func rule(for intent: PaymentIntent) -> InquiryRule? {
        guard intent.operation.isLinked else { return intent.wireProtocol == .heft ? inquiryRule : nil }
        return merchant.flatMap { $0.gateway == intent.gateway ? merchantRule : nil }
    }

    /// The intent is on disk before the gateway is asked.
    func orderLinked(_ order: PaymentOrder, _ moment: Moment) -> CheckoutStep {
        guard merchantGateway != nil, merchantRule != nil else { return refused(.noGateway) }
        guard let merchant else { return refused(.accountMissing) }
        if let refusal = refusal(of: order.permissions, moment) { return refusal }
        guard authority.check == nil else { return refused(.busy) }
        if let fault = objection(to: order, on: "", speaking: merchant.gateway.readerProtocol, moment) {
            return refused(fault)
        }
        guard let original = moment.original, original.intent.gateway == merchant.gateway else {
            return refused(.originalOfOtherKind)
        }
        let intent = PaymentIntent(
            reference: moment.fresh, operation: order.operation, money: order.money,
            customerReference: order.customerReference, reader: "", wireProtocol: merchant.gateway.readerProtocol,
            readerSerialNumber: "", original: original.named, despiteUnknown: order.despiteUnknown,
            authorisedBy: authority.voucher(for: order.permissions, at: moment.now), gateway: merchant.gateway,
            order: original.intent.order)
        guard let question = intent.linkedQuestion(referralCode: order.referralCode, merchant) else {
            return refused(.notWithThisAccount)
        }
        return begun(intent, asking: question, moment)
    }

    /// What the gateway knows of a linked payment that had no answer. It is never asked for again.
    func foundLinked(
        _ payment: KnownPayment, _ inquiry: Inquiry, _ transactions: [CloudTransaction], _ moment: Moment
    ) -> CheckoutStep {
        var inquiry = inquiry
        let match = CloudMatch.linked(transactions, of: payment, among: payments)
        inquiry.isAmbiguous = match == .several
        switch match {
        case .found(let transaction):
            guard let outcome = transaction.outcome(of: payment.intent) else { break }
            return settled(payment.intent.reference, outcome, transaction.result)
        case .nothing:
            inquiry.emptyRounds += 1
            if inquiry.emptyRounds >= InquiryRule.emptyRounds, isOver(payment, inquiry, moment) {
                return notCharged(payment)
            }
        case .running, .several, .contradiction: break
        }
        return told(payment.intent.reference, inquiry.later(moment.now))
    }
}

extension PaymentIntent {
    /// As the gateway names it; nil for what is not linked.
    var linkedOrder: LinkedOrder? {
        guard operation.isLinked, let original else { return nil }
        return LinkedOrder(reference: reference, money: money, original: original, order: order)
    }

    /// Nil where the gateway does not do it: Redsys gives money back under the sale's number, and has no referrals.
    fileprivate func linkedQuestion(referralCode: String?, _ merchant: Merchant) -> CloudQuestion? {
        guard let linkedOrder else { return nil }
        switch (operation, merchant.gateway) {
        case (.linkedRefund, .redsys): return order.map { _ in .linkedRefund(linkedOrder) }
        case (.linkedRefund, .opayo): return .linkedRefund(linkedOrder)
        case (.referredSale, .opayo):
            guard let referralCode, PaymentOrder.isReferralCode(referralCode) else { return nil }
            return .referredSale(linkedOrder, code: referralCode)
        default: return nil
        }
    }
}

extension PaymentOrder {
    /// More than issuers give. *own choice*
    public static let longestReferralCode = 12

    /// What an issuer may give as its code: letters and digits. *own choice*
    public static func isReferralCode(_ text: String) -> Bool {
        (1...longestReferralCode).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}
