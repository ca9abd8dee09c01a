import Acquirer
import Payments
import Time

/// Money back without a reader, of a sale that is known by its order. Source: gateways.md C.3 to C.5.
extension RedsysSandbox {
    mutating func refund(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(RedsysError) -> RedsysParameters {
        let envelope = try RedsysEnvelope(request.body)
        try envelope.check(settings)
        let order = try envelope.fields.order()
        let amount = try envelope.fields.amount()
        let currency = try envelope.fields.currency(settings.currency)
        try envelope.fields.checkType()
        let trigger = RedsysTrigger(amount, in: settings.scenario)
        guard trigger != .signatureFailed else { throw .signatureFailed }
        let original = try original(of: order, mind)
        let refund = CloudOrder.Refund(
            Money(minorUnits: amount, currency: currency), customerReference: order,
            refusal: trigger?.denial.map { "Code \($0)" })
        let done: KnownTransaction
        do throws(CloudRefusal) {
            done = try mind.carryOut(.refund(of: original.entry.id, refund), id: nextGUID(), at: now)
        } catch {
            throw RedsysError(error)
        }
        denials[done.entry.id] = trigger?.denial
        return parameters(of: done, envelope, trigger)
    }

    /// The one payment of an order that money was taken by. One that was declined before it is no other payment.
    private func original(of order: String, _ mind: AcquirerMind) throws(RedsysError) -> KnownTransaction {
        let payments = mind.transactions(ofCustomerReference: order).filter { $0.entry.kind.isRedsysPayment }
        guard !payments.isEmpty else { throw .nothingToRefund }
        let authorised = payments.filter { $0.authorisedAmount > 0 }
        guard let payment = authorised.first else { throw .notAuthorised }
        guard authorised.count == 1 else { throw .severalPayments }
        return payment
    }

    private func parameters(
        of done: KnownTransaction, _ envelope: RedsysEnvelope, _ trigger: RedsysTrigger?
    ) -> RedsysParameters {
        let fields = envelope.fields
        let order = fields["ORDER"] ?? ""
        let response = trigger?.denial ?? (trigger == .undecided ? "9998" : "0900")
        var texts = [
            ("Ds_Amount", fields["AMOUNT"]), ("Ds_Currency", fields["CURRENCY"]), ("Ds_Order", order),
            ("Ds_MerchantCode", settings.merchant), ("Ds_Terminal", settings.terminal), ("Ds_Response", response),
            ("Ds_AuthorisationCode", done.entry.authorisationCode ?? "      "),
            ("Ds_TransactionType", RedsysType.refund.rawValue), ("Ds_SecurePayment", "0"), ("Ds_Language", "1"),
            ("Ds_MerchantData", fields["MERCHANTDATA"] ?? ""),
        ]
        texts += RedsysCard.texts.map { ($0.0, Optional($0.1)) }
        var parameters = RedsysParameters(
            version: envelope.version, members: texts.map { ($0.0, .string($0.1 ?? "")) }, order: order)
        parameters.isWronglySigned = trigger == .wronglySigned
        parameters.isDropped = trigger == .dropped
        return parameters
    }
}

extension RedsysError {
    fileprivate init(_ refusal: CloudRefusal) {
        switch refusal {
        case .refundAboveSale: self = .aboveOriginal
        case .otherCurrency: self = .otherCurrency
        case .alreadyReversed: self = .notAuthorised
        case .originalNotFound, .alreadyCompleted, .noPartialReversal, .aboveOriginal, .noToken, .unknownGUID,
            .unknownToken, .tipRefused:
            self = .nothingToRefund
        }
    }
}

extension AcquirerRequest.Kind {
    /// What Redsys calls a payment. Blocked money that was taken counts as one. *own choice*
    var isRedsysPayment: Bool { [.sale, .capture, .motoSale].contains(self) }

    var isRedsysRefund: Bool { self == .refund || self == .motoRefund }
}

/// `SandboxCard` as Redsys has it: Mastercard is 2, credit C, Spain 724. Source: gateways.md C.4, C.5.
enum RedsysCard {
    static let texts = [
        ("Ds_Card_Number", SandboxCard.maskedNumber), ("Ds_ExpiryDate", "3112"), ("Ds_Card_Country", "724"),
        ("Ds_Card_Brand", "2"), ("Ds_Card_Type", "C"), ("Ds_ProcessedPayMethod", "3"),
    ]
}
