import Acquirer
import Payments
import Time

/// What became of transactions. Source: gateways.md D.3, D.4.
extension OpayoSandbox {
    /// The first answer has events only. The last one stays the same, however often it is asked for.
    mutating func paymentStatus(
        _ parameters: OpayoParameters, in session: String, at now: WallTime
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let channel = try parameters.text("chanId")
        guard var payment = payment(channel, in: session) else { return OpayoReply(OpayoErrors(.invalidRequest)) }
        payment.goOn(at: now)
        var reply = OpayoReply(channel: channel)
        reply.events = payment.events
        if payment.isCompleted {
            if payment.movesMoney, payment.passwordHash == nil {
                payment.passwordHash = exchangePassword(of: session)
            }
            reply.isCompleted = true
            reply.isDropped = payment.losesAnswer
            payment.losesAnswer = false
        }
        reply.members += payment.members
        payments[channel] = payment
        return reply
    }

    /// Of what has a number of the acquirer's, by the merchant's reference or by that number, on some days in UTC.
    func search(
        _ parameters: OpayoParameters, _ mind: AcquirerMind
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let reference = try parameters.optionalText("merchantTransactionReference")
        let number = try parameters.optionalText("transId")
        let (first, last) = (try parameters.date("beginDate"), try parameters.date("endDate"))
        guard first <= last else { throw .invalid }
        let found = mind.numberedTransactions.filter { transaction in
            let entry = transaction.entry
            return (first...last).contains(entry.at.day)
                && (reference ?? entry.customerReference) == entry.customerReference
                && (number ?? entry.rrn) == entry.rrn
        }
        return OpayoReply([("transactions", .array(found.compactMap { OpayoTransactionJSON.value($0, mind) }))])
    }
}

extension OpayoPayment {
    fileprivate mutating func goOn(at now: WallTime) {
        if events.isEmpty {
            events.append(OpayoEvent(step: .processing, at: now))
        } else if result != nil, !isCompleted {
            events.append(OpayoEvent(step: .completed, at: now))
        }
    }

    fileprivate var members: [(String, JSONValue?)] {
        if isCompleted {
            return [
                ("requiredInformation", []), ("paymentTransactionData", result),
                ("passwordHash", passwordHash.map(JSONValue.string)),
            ]
        }
        guard referred != nil, result == nil else { return [("requiredInformation", [])] }
        return [
            ("requiredInformation", ["VoiceReferral", "CardPresence"]),
            ("voiceReferral", ["phone": .string(OpayoSettings.referralPhone)]),
        ]
    }
}
