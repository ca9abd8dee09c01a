import Acquirer
import Payments
import Time

/// Batches of one reader. Source: gateways.md B.4.
extension HandpointSandbox {
    /// How many transactions a page of the detail has.
    private static let page = 5

    mutating func batch(
        _ call: HandpointCall, _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        let serialNumber = try fields.text("serialNumber")
        _ = try fields.text("deviceType")
        let number = try batchNumber(fields, isNeeded: call != .batchClose)
        do throws(BatchRefusal) {
            switch call {
            case .batchClose:
                let batch = try mind.closeBatch(of: serialNumber, number, at: now)
                return SandboxAnswer(.object(summary(batch) + [("closeBatchGuid", .string(nextGUID()))]))
            case .batchSummary:
                let batch = try mind.batch(of: serialNumber, number)
                return SandboxAnswer(.object(summary(batch) + [("batchSummaryGuid", .string(nextGUID()))]))
            default:
                let batch = try mind.batch(of: serialNumber, number)
                let cursor = (try? fields.optionalText("retrievalReferenceNumber")) ?? nil
                return SandboxAnswer(.object(summary(batch) + detail(batch, after: cursor)))
            }
        } catch {
            throw .batch(error)
        }
    }

    private func batchNumber(_ fields: RequestFields, isNeeded: Bool) throws(HandpointError) -> Int? {
        guard let text = isNeeded ? try fields.text("batchNumber") : try fields.optionalText("batchNumber") else {
            return nil
        }
        guard let number = Int(text) else { throw .wrong("batchNumber", "format", "digits") }
        return number
    }

    private func summary(_ batch: Batch) -> [(String, JSONValue?)] {
        let currency = batch.transactions.first.flatMap { Currency(alpha: $0.entry.currency) }
        // A reader has one currency; what came in another would have its own sum. [own choice]
        let counted = batch.transactions.filter { $0.entry.currency == currency?.alpha }
        let net = counted.reduce(0) { $0 + $1.netAmount }
        return [
            ("batchNumber", .string(String(batch.number))),
            ("transactionCount", .string(String(batch.transactions.count))),
            ("netAmount", .string(currency.map { Money(minorUnits: net, currency: $0).decimal } ?? "0.00")),
            ("closedAt", (batch.closedAt?.gatewayStamp).map(JSONValue.string)), ("issuerResponseCode", "00"),
            ("batchStatus", batch.closedAt == nil ? "OPEN" : "CLOSED"),
        ]
    }

    /// - Parameter cursor: the last retrieval reference of the page before.
    private mutating func detail(_ batch: Batch, after cursor: String?) -> [(String, JSONValue?)] {
        let rest = batch.transactions.filter { transaction in
            cursor.map { TransactionJSON.retrievalReference(transaction.number) > $0 } ?? true
        }
        let details = rest.prefix(Self.page).map { transaction -> JSONValue in
            let entry = transaction.entry
            let paid = Currency(alpha: entry.currency).map {
                Money(minorUnits: transaction.authorisedAmount + transaction.tip, currency: $0).decimal
            }
            return [
                "transactionType": .string(entry.kind.rawValue), "amount": .string(paid ?? ""),
                "retrievalReferenceNumber": .string(TransactionJSON.retrievalReference(transaction.number)),
                "batchDetailElementGuid": .string(entry.id),
            ]
        }
        return [("batchDetailGuid", .string(nextGUID())), ("details", .array(details))]
    }
}

extension KnownTransaction {
    /// What it adds to the merchant's account, in minor units: its own movement, not what followed.
    fileprivate var netAmount: Int64 {
        switch entry.kind {
        case .sale, .motoSale, .voidRefund, .capture, .cashAdvance: authorisedAmount + tip
        case .refund, .motoRefund, .voidSale, .voidAdvance, .reversal, .motoReversal: -authorisedAmount
        case .tipAdjustment, .authorization, .release, .loyaltySpend, .voidLoyalty: 0
        }
    }
}
