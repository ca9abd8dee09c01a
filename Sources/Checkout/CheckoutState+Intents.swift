import Payments
import Readers
import Text
import Time

/// What people ask for, and when it is refused.
extension CheckoutState {
    func connect(_ uri: String, _ address: ReaderAddress) -> CheckoutStep {
        switch connection {
        case .none, .lost:
            CheckoutStep(
                with(.connecting(ReaderTarget(uri: uri, address: address), again: nil)), perform: [.openLink(address)])
        case .connecting, .fetching, .ready, .stuck, .serving: refused(.busy)
        case .selling: refused(.paymentRuns)
        }
    }

    /// Where the till doesn't wait for readers, it connects as ever.
    func expect(_ uri: String, _ address: ReaderAddress, _ serial: String?, _ now: Uptime) -> CheckoutStep {
        guard reconnects, case .none = connection else { return connect(uri, address) }
        return reconnect(ReaderTarget(uri: uri, address: address), Reconnection(expecting: serial, since: now))
    }

    func disconnect() -> CheckoutStep {
        switch connection {
        case .none: unchanged()
        case .selling: refused(.paymentRuns)
        case .lost: CheckoutStep(with(.none))
        case .connecting: CheckoutStep(with(.none), perform: [.closeLink])
        case .fetching, .ready, .stuck, .serving: CheckoutStep(self, perform: [.reader(.disconnect)])
        }
    }

    func pay(_ order: PaymentOrder, _ moment: Moment) -> CheckoutStep {
        switch connection {
        case .none, .connecting, .lost: return refused(.notConnected)
        case .fetching, .serving: return refused(.busy)
        case .stuck(_, let fault): return refused(fault)
        case .selling: return refused(.paymentRuns)
        case .ready(let reader):
            if let refusal = refusal(of: order.permissions, moment) { return refusal }
            // Whose payment it is has to stay the same to its end.
            guard authority.check == nil else { return refused(.busy) }
            guard !order.operation.isMoto, !order.operation.isLinked else { return refused(.originalOfOtherKind) }
            guard reader.details.wireProtocol.does(order) else { return refused(.notOnThisReader) }
            if let fault = objection(to: order, on: reader.details, moment) { return refused(fault) }
            if let fault = merchantObjection(to: order, on: reader.details) { return refused(fault) }
            return start(order, on: reader, moment)
        }
    }

    private func objection(to order: PaymentOrder, on reader: ReaderDetails, _ moment: Moment) -> TillFault? {
        objection(to: order, on: reader.serialNumber, speaking: reader.wireProtocol, moment)
    }

    /// - Parameters:
    ///   - serialNumber: of the reader; empty where there is none.
    ///   - spoken: by the reader, or by those whose cloud it is. What one acquirer's payments are called, another's reader
    ///     or cloud doesn't know.
    func objection(
        to order: PaymentOrder, on serialNumber: String, speaking spoken: ReaderAddress.WireProtocol, _ moment: Moment
    ) -> TillFault? {
        guard moment.original.map({ $0.intent.wireProtocol == spoken }) ?? true else { return .originalOfOtherKind }
        guard order.hasFittingAmount else { return .amountOutOfRange }
        guard order.merchantAuth.isEmpty || order.operation.takesMerchantAuth else { return .merchantAuthNotTaken }
        guard order.customerReference?.count ?? 0 <= PaymentOrder.longestReference else { return .referenceTooLong }
        // It would stand in the journal, on the receipt and in the acquirer's books. (P13)
        guard !order.ownTexts.contains(where: { Masking.mask($0) != $0 }) else { return .referenceIsCard }
        guard order.buyer.map({ !$0.isTooLong }) ?? true else { return .referenceTooLong }
        if let fault = OriginalRule.objection(to: order, moment) { return fault }
        return UnknownRule.blocker(
            of: order, on: serialNumber, among: payments, at: moment.wall
        ).map { .blocked(by: $0) }
    }

    /// The intent is on disk before the first byte of the request leaves.
    private func start(_ order: PaymentOrder, on reader: ConnectedReader, _ moment: Moment) -> CheckoutStep {
        let intent = PaymentIntent(
            reference: moment.fresh, operation: order.operation, money: order.money,
            customerReference: order.customerReference, reader: reader.uri,
            wireProtocol: reader.details.wireProtocol, readerSerialNumber: reader.details.serialNumber,
            original: moment.original?.named, tip: order.tip ?? order.inherited(\.tip, moment),
            cashback: order.cashback ?? order.inherited(\.cashback, moment),
            budgetMonths: order.budgetMonths, despiteUnknown: order.despiteUnknown,
            authorisedBy: authority.voucher(for: order.permissions, at: moment.now), merchantAuth: order.merchantAuth,
            gateway: merchant?.gateway, order: orderNumber(for: order, moment), buyer: order.buyer)
        var next = with(.selling(reader, RunningPayment(intent: intent, startedAt: moment.now)))
        next.authority.grant = nil
        next.payments.append(KnownPayment(intent: intent, at: moment.wall, outcome: nil, eftTransactionID: nil))
        return CheckoutStep(
            next, record: [CheckoutRecord(intent.reference, .intent(intent))],
            perform: [.publish(.started(intent)), .reader(.start(ReaderRequest(intent)))])
    }

    func cancel() -> CheckoutStep {
        guard case .selling(let reader, var sale) = connection else { return refused(.nothingToCancel) }
        guard sale.cancelAllowed else { return refused(.cancelNotAllowed) }
        guard !sale.cancelRequested else { return unchanged() }
        sale.cancelRequested = true
        return CheckoutStep(with(.selling(reader, sale)), perform: [.reader(.cancel)])
    }

    /// The verdict is on disk before it is sent; one for a request that is over is dropped.
    func answerSignature(_ id: Int, _ verdict: SignatureVerdict, _ moment: Moment) -> CheckoutStep {
        guard case .selling(let reader, var sale) = connection, sale.signature?.id == id else { return unchanged() }
        if let settled = sale.settled { return slipAnswered(verdict, settled, on: reader, moment) }
        sale.signature = nil
        return CheckoutStep(
            with(.selling(reader, sale)), record: [CheckoutRecord(sale.intent.reference, .signature(verdict))],
            perform: [.reader(.answerSignature(id: id, verdict))])
    }
}

extension ReaderRequest {
    init(_ intent: PaymentIntent) {
        self.init(
            intent.operation, money: intent.money, customerReference: intent.referenceOnTheWire,
            originalID: intent.original?.eftTransactionID, originalAuthorisation: intent.original?.authorisationCode,
            ownReference: intent.ownReference, tip: intent.tip, cashback: intent.cashback,
            budgetMonths: intent.budgetMonths, merchantAuth: intent.merchantAuth)
    }
}

extension ReaderAddress.WireProtocol {
    /// Readers that speak it have such a transaction. Source: heft.md 4.1, datecs.md 6.
    fileprivate func does(_ order: PaymentOrder) -> Bool {
        switch self {
        case .heft: !order.operation.isDatecsOnly && order.tip == nil && order.cashback == nil
        case .datecs:
            switch order.operation {
            case .sale: order.budgetMonths == nil && order.merchantAuth.isEmpty
            case .refund, .saleReversal, .cashAdvance, .advanceReversal, .loyaltySpend, .loyaltyReversal,
                .preauthorisation, .capture, .release:
                true
            case .saleAndTokenise, .refundReversal, .tokenise, .motoSale, .motoRefund, .motoReversal, .linkedRefund,
                .referredSale:
                false
            }
        }
    }
}

extension PaymentOrder {
    /// Whatever of it the merchant wrote.
    fileprivate var ownTexts: [String] { (buyer?.texts ?? []) + (customerReference.map { [$0] } ?? []) }

    /// What undoes a payment names the tip and the cash of that. Source: datecs.md 6.
    fileprivate func inherited(_ part: KeyPath<PaymentIntent, Int64?>, _ moment: Moment) -> Int64? {
        operation.isReversal ? moment.original?.intent[keyPath: part] : nil
    }

    /// Where no money moves there is no amount; points are not money.
    fileprivate var hasFittingAmount: Bool {
        guard operation.movesMoney else { return money.minorUnits == 0 }
        return operation.isInPoints == (money.currency == .points)
            && (1...Money.largestOnTheWire).contains(money.minorUnits)
    }
}
