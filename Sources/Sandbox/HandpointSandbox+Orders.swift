import Acquirer
import Payments
import Time

/// What the back office changes. Amounts are in major units. Source: gateways.md B.4.
extension HandpointSandbox {
    mutating func reverse(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        let original = try fields.text("originalGuid")
        let reason = try fields.word("messageReasonCode", of: Array(Self.reasons.keys).sorted())
        _ = try fields.optionalText("timestamp")
        guard fields.has("amount") == fields.has("currency") else {
            throw .missing(fields.has("amount") ? "currency" : "amount")
        }
        let part = fields.has("amount") ? try fields.money() : nil
        let trigger = mind.transaction(original).flatMap { Trigger($0, in: settings.scenario) }
        guard trigger != .irreversible else { throw .business(.alreadyReversed, guid: nextGUID()) }
        let done = try carryOut(.reversal(of: original, part: part), at: now, &mind)
        var answer = SandboxAnswer(reversal(done, reason ?? Self.usualReason, at: now, mind))
        if trigger == .dropped { answer.isDropped = dropped.insert("reversal \(original.lowercased())").inserted }
        return answer
    }

    private static let usualReason = "CUSTOMER_CANCELLATION"
    /// Message reason codes of ISO 8583.
    private static let reasons = [usualReason: "4000", "TIMEOUT_WAITING_FOR_RESPONSE": "4021"]

    private func reversal(
        _ done: KnownTransaction, _ reason: String, at now: WallTime, _ mind: AcquirerMind
    ) -> JSONValue {
        let entry = done.entry
        let original = JSONValue.string(entry.originalID ?? "")
        let code = JSONValue.string(Self.reasons[reason] ?? "")
        return .object(
            basis(done, at: now, mind) + [
                ("f25", code), ("issuerResponseText", "Successful"), ("terminalDateTime", .string(now.gatewayStamp)),
                ("authorizationGuid", original), ("originalGuid", original), ("reversalGuid", .string(entry.id)),
                (
                    "customFields",
                    [
                        "entry": [
                            ["key": "messageReasonCode", "value": code], ["key": "tenderType", "value": "Credit"],
                            ["key": "issuerResponseCode", "value": "00"],
                        ]
                    ]
                ),
            ])
    }

    mutating func adjustTip(
        of guid: String, _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        guard let sale = mind.transaction(guid) else { throw .badRequest("Invalid guid [\(guid)]") }
        let exponent = Currency(alpha: sale.entry.currency)?.exponent ?? 2
        let tip = try fields.majorAmount("amount", exponent: exponent)
        do throws(CloudRefusal) {
            _ = try mind.carryOut(.tip(on: guid, tip), id: nextGUID(), at: now)
        } catch {
            throw error == .unknownGUID ? .badRequest("Invalid guid [\(guid)]") : .business(error, guid: nextGUID())
        }
        return SandboxAnswer(["statusMessage": "tip adjusted"])
    }

    mutating func token(of guid: String, _ mind: AcquirerMind) throws(HandpointError) -> SandboxAnswer {
        do throws(CloudRefusal) {
            let token = try mind.token(of: guid)
            return SandboxAnswer(["cardToken": .string(token)])
        } catch {
            throw .nested(error, guid: nextGUID())
        }
    }

    mutating func sellWithToken(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        let payment = try motoPayment(fields)
        let token = try fields.text("cardToken")
        let sale = try carryOut(.motoSale(payment, token: token), at: now, &mind)
        return try moto("sale", sale, at: now, mind)
    }

    mutating func refundWithToken(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        let payment = try motoPayment(fields)
        guard fields.has("originalGuid") != fields.has("cardToken") else { throw .missing("originalGuid") }
        let source: CloudOrder.MotoSource =
            fields.has("originalGuid")
            ? .original(try fields.text("originalGuid")) : .token(try fields.text("cardToken"))
        let refund = try carryOut(.motoRefund(payment, source), at: now, &mind)
        return try moto("refund", refund, at: now, mind)
    }

    mutating func reverseMoto(
        _ request: SandboxRequest, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        let fields = try RequestFields(request.body)
        let original = try fields.text("originalGuid")
        let reversal = try carryOut(.motoReversal(of: original, try fields.money()), at: now, &mind)
        return SandboxAnswer(
            .object(
                [("type", "motoReversalResponse"), ("guid", .string(reversal.entry.id))]
                    + basis(reversal, at: now, mind)))
    }

    private func motoPayment(_ fields: RequestFields) throws(HandpointError) -> CloudOrder.MotoPayment {
        _ = try fields.word("channel", of: ["MO", "TO"])
        let reference = try fields.transactionReference()
        return CloudOrder.MotoPayment(
            try fields.money(), transactionReference: settings.honoursMotoReference ? reference : nil,
            customerReference: try fields.optionalText("customerReference"))
    }

    /// A declined one has HTTP status 200 and says so by the issuer's code. [own choice]
    private mutating func moto(
        _ type: String, _ done: KnownTransaction, at now: WallTime, _ mind: AcquirerMind
    ) throws(HandpointError) -> SandboxAnswer {
        guard done.entry.finStatus != .failed else {
            let isTimeout = done.entry.amount == 3768
            throw .failed(done.statusMessage ?? "", innerStatus: isTimeout ? 408 : 401, guid: nextGUID())
        }
        return SandboxAnswer(
            .object([("@type", .string(type)), ("guid", .string(done.entry.id))] + basis(done, at: now, mind)))
    }

    /// What the answers to all orders have in common.
    private func basis(_ done: KnownTransaction, at now: WallTime, _ mind: AcquirerMind) -> [(String, JSONValue?)] {
        let entry = done.entry
        let minorUnits = entry.partlyAuthorised ?? entry.amount
        let amount = Currency(alpha: entry.currency).map { Money(minorUnits: minorUnits, currency: $0).decimal }
        let batch = entry.serialNumber.flatMap { try? mind.batch(of: $0).number }
        return [
            ("httpStatus", 200), ("acquirerTid", "DEMO0001"), ("agreementNumber", "630000000001"),
            ("amount", .string(amount ?? String(minorUnits))),
            ("approvalCode", entry.authorisationCode.map(JSONValue.string)),
            ("batchNumber", .string(String(batch ?? 1))), ("cardTypeName", .string(SandboxCard.schemeName)),
            ("currency", .string(entry.currency)), ("expiryDateMMYY", .string(SandboxCard.expiry)),
            ("issuerResponseCode", .string(IssuerCode.text(entry))),
            ("maskedCardNumber", .string(SandboxCard.maskedNumber)),
            ("retrievalReferenceNumber", .string(TransactionJSON.retrievalReference(done.number))),
            ("serverDateTime", .string(now.gatewayStamp)),
            ("transactionReference", (entry.transactionReference?.text).map(JSONValue.string)),
        ]
    }

    private mutating func carryOut(
        _ order: CloudOrder, at now: WallTime, _ mind: inout AcquirerMind
    ) throws(HandpointError) -> KnownTransaction {
        do throws(CloudRefusal) {
            return try mind.carryOut(order, id: nextGUID(), at: now)
        } catch {
            throw .business(error, guid: nextGUID())
        }
    }
}
