import Datecs
import EMV
import Payments
import Time

/// What the till asks for.
extension DatecsSession {
    mutating func obey(_ command: ReaderCommand, at now: Uptime) -> [ReaderEffect] {
        switch command {
        case .initialise(let clock): introduce(clock)
        case .start(let request): mark(request)
        case .proceed: proceed(at: now)
        case .refuseStart: refuseStart()
        case .fetchPendingResult(let mark): recover(since: mark)
        case .serve(let service): serve(service, at: now)
        case .cancel: cancel()
        case .relay: carryOut(host.permit(), at: now)
        case .refuseRelay: carryOut(host.refuse(), at: now)
        case .acknowledgeResult: acknowledgeResult()
        case .answerSignature, .prove: []  // this protocol has neither
        case .disconnect: close(nil)
        }
    }

    /// A request that the protocol has no words for is refused before the reader hears of it.
    private mutating func mark(_ request: ReaderRequest) -> [ReaderEffect] {
        guard phase == .ready else { return [] }
        guard let start = TransactionStart(request) else {
            return [.event(.finished(DatecsReading.notStarted(request, .notPermitted)))]
        }
        phase = .marking(DatecsMarking(request: request, start: start))
        ask(.terminalTags(Tag.terminal))
        return []
    }

    mutating func marked(_ marking: DatecsMarking, _ command: Command, _ reply: Reply) -> [ReaderEffect] {
        var marking = marking
        switch (command, reply.content) {
        case (.terminalTags, .record(let terminal)):
            if !marking.request.operation.isInPoints, let currency = terminal.currency,
                currency != Int(marking.request.money.currency.numeric)
            {
                return refuse(marking.request, .otherCurrency)
            }
            marking.mark.batch = terminal.number(.currentBatch).flatMap { Int(exactly: $0) }
            phase = .marking(marking)
            ask(.reportTags(.last, [.stan]))
        case (.terminalTags, _):
            ask(.reportTags(.last, [.stan]))
        case (.reportTags, .record(let record)) where record.stan != nil:
            marking.mark.lastRecord = record.stan
            return told(marking)
        case (.reportTags, _) where reply.status == .noData:
            return told(marking)
        case (.reportTags, _):
            return refuse(marking.request, .status(reply.status))
        default: break
        }
        return []
    }

    private mutating func told(_ marking: DatecsMarking) -> [ReaderEffect] {
        var marking = marking
        marking.isTold = true
        phase = .marking(marking)
        return [.event(.marked(marking.mark))]
    }

    mutating func refuse(_ request: ReaderRequest, _ reason: DatecsReading.Refusal) -> [ReaderEffect] {
        phase = .ready
        return [.event(.finished(DatecsReading.notStarted(request, reason)))]
    }

    private mutating func proceed(at now: Uptime) -> [ReaderEffect] {
        guard case .marking(let marking) = phase, marking.isTold else { return [] }
        phase = .paying(marking.request)
        begin(marking.start, patience: DatecsLimits.transaction, at: now)
        return []
    }

    private mutating func refuseStart() -> [ReaderEffect] {
        guard case .marking(let marking) = phase else { return [] }
        return refuse(marking.request, .notRecorded)
    }

    private mutating func cancel() -> [ReaderEffect] {
        cancelRun()
        return []
    }

    private mutating func acknowledgeResult() -> [ReaderEffect] {
        guard let end = endOwed else { return [] }
        endOwed = nil
        ask(.end(end))
        return []
    }
}

extension TransactionStart {
    /// - Returns: nil where the protocol has no such transaction, or what it refers to isn't known.
    init?(_ request: ReaderRequest) {
        guard let amount = UInt32(exactly: request.money.minorUnits) else { return nil }
        let start: TransactionStart? =
            switch request.operation {
            case .sale: Self.sale(amount, request)
            case .cashAdvance: TransactionStart(.cashAdvance, amount: amount)
            case .loyaltySpend: TransactionStart(.loyaltySpend, amount: amount)
            case .loyaltyReversal: Self.following(.voidLoyaltySpend, amount, request)
            case .preauthorisation: TransactionStart(.authorization, amount: amount)
            case .capture: Self.following(.capture, amount, request)
            case .release: Self.following(.voidAuthorization, amount, request)
            case .saleReversal: Self.following(.voidPurchase, amount, request)
            case .advanceReversal: Self.following(.voidCashAdvance, amount, request)
            case .refund: Self.refund(amount, request)
            case .saleAndTokenise, .refundReversal, .tokenise, .motoSale, .motoRefund, .motoReversal, .linkedRefund,
                .referredSale:
                nil
            }
        guard let start else { return nil }
        self = start
    }

    /// A reference of the merchant's goes along where there is no tip and no cash: each makes it another type.
    private static func sale(_ amount: UInt32, _ request: ReaderRequest) -> TransactionStart? {
        if let cashback = request.cashback {
            return UInt32(exactly: cashback).map { .purchase(amount, cashback: $0) }
        }
        if let tip = request.tip { return UInt32(exactly: tip).map { .purchase(amount, tip: $0) } }
        return request.ownReference.map { .purchase(amount, reference: $0) } ?? .purchase(amount)
    }

    private static func following(
        _ type: TransactionType, _ amount: UInt32, _ request: ReaderRequest
    ) -> TransactionStart? {
        guard let rrn = request.originalID, let authorisation = request.originalAuthorisation else { return nil }
        return .following(
            type, amount: amount, rrn: rrn, authorization: authorisation,
            tip: request.tip.flatMap { UInt32(exactly: $0) }, cashback: request.cashback.flatMap { UInt32(exactly: $0) }
        )
    }

    /// Without an original it stands alone, where the reader's profile has that. *own choice* (datecs.md 6)
    private static func refund(_ amount: UInt32, _ request: ReaderRequest) -> TransactionStart? {
        request.originalID == nil
            ? TransactionStart(.refund, amount: amount) : following(.refund, amount, request)
    }
}
