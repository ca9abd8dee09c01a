import Acquirer
import Datecs
import EMV
import Payments
import Time

/// A transaction that is over: what its COMPLETE, its receipt and the log say of it.
struct LogRecord: Hashable, Sendable {
    var facts: PinpadFacts
    /// How the card was read; nil where none was.
    var plan: PinpadPlan?
    var outcome: PinpadOutcome
    var state = RecordState.normal

    /// Counts in totals. Source: datecs.md 13.
    var counts: Bool { outcome.isApproved && state != .reversed && facts.isBooked }

    /// What COMPLETE tells. Source: datecs.md 8.1.
    var completion: Record {
        var objects = [
            TLV(.result, number: outcome.result.rawValue), TLV(.error, number: outcome.error.rawValue),
            TLV(.amount, number: facts.amount),
        ]
        objects += facts.stan.map { [TLV(.stan, bcd: $0)] } ?? []
        objects += outcome.answer?.rrn.map { [TLV(.rrn, text: $0)] } ?? []
        objects += outcome.answer?.approval.map { [TLV(.authorization, text: $0)] } ?? []
        if outcome.answer?.code == TerminalAnswer.pinNeeded { objects.append(TLV(.pinNeeded, number: 1)) }
        return Record(objects)
    }

    /// All there is, in the reader's own order. Source: datecs.md 11.
    func receipt(_ settings: PinpadSettings) -> Record {
        let objects = completion.objects + money + moments + card(settings.card) + kind + settings.merchantTags
        return Record(settings.quirks.contains(.shortNumbers) ? objects.map(\.shortened) : objects)
    }

    private var money: [TLV] {
        let taken: [Tag] = [.cashback, .tip, .reference, .originalRRN, .originalAuthorization]
        var objects = facts.parameters.objects.filter { taken.contains($0.tag) }
        objects += outcome.answer.map { [TLV(.hostResponse, number: $0.code)] } ?? []
        objects += outcome.answer?.points.map { [TLV(.loyaltyPoints, number: $0)] } ?? []
        return objects
    }

    private var moments: [TLV] {
        let moment = facts.moment
        return [
            TLV(.date, bcd: moment.year % 100 * 10_000 + moment.month * 100 + moment.day),
            TLV(.time, bcd: moment.hour * 10_000 + moment.minute * 100 + moment.second),
            TLV(.batch, number: facts.batch),
        ]
    }

    private var kind: [TLV] {
        (facts.type.map { [TLV(.transactionType, number: $0.rawValue)] } ?? [])
            + [TLV(.recordState, number: state.rawValue)]
    }

    private func card(_ card: VirtualCard) -> [TLV] {
        guard let plan else { return [] }
        let signature: SignatureDemand = plan.isSigned && outcome.isApproved ? .cardholder : .none
        return [
            TLV(.scheme, text: card.schemeName), TLV(.maskedCard, text: card.maskedNumber),
            TLV(.applicationID, Self.bytes(card.applicationID)),
            TLV(.signature, number: signature.rawValue), TLV(.entryMode, number: plan.entryMode.rawValue),
            TLV(.pinEntered, number: plan.entersPIN ? 1 : 0),
        ]
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension TLV {
    /// A number of two bytes in one, where it fits.
    fileprivate var shortened: TLV {
        guard tag.format?.kind == .number, let value, value.count == 2, value[0] == 0 else { return self }
        return TLV(tag, [value[1]])
    }
}

extension PinpadSettings {
    /// What stands on every receipt.
    var merchantTags: [TLV] {
        [
            TLV(.terminalID, text: terminalID), TLV(.merchantID, text: merchantID),
            TLV(.currency, bcd: Int(currency.numeric)), TLV(.currencyName, text: currency.alpha),
            TLV(.amountDigits, [0x0A, UInt8(clamping: currency.exponent)]), TLV(.merchantTitle, text: "Trial shop"),
            TLV(.merchantAddress, text: "1 Rehearsal Street"), TLV(.merchantCity, text: "Sofia"),
            TLV(.merchantName, text: "Trial Ltd"), TLV(.localCity, text: "София"),
        ]
    }

    /// What GET TERMINAL TAGS gives.
    func terminalTags(batch: Int) -> Record {
        Record([TLV(.serialNumber, text: serialNumber), TLV(.currentBatch, number: batch)] + merchantTags)
    }
}

extension Record {
    /// Only what was asked for, in the order in which it is.
    func only(_ tags: [Tag]) -> Record { Record(objects.filter { tags.contains($0.tag) }) }
}
