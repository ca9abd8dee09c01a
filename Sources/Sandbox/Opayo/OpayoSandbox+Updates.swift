import Payments
import Time

/// A reader's update that runs.
struct OpayoUpdate: Hashable {
    var session: String
    var cardReader: String
    var events: [OpayoEvent] = []
    var isCompleted = false
}

/// Readers' parameters. *own choice*; source: gateways.md D.5.
extension OpayoSandbox {
    private static let full = "FULL"
    private static let normal = "NORMAL"
    /// After which there may be news.
    private static let validity = Duration.seconds(86_400)

    func requiredUpdate(
        _ parameters: OpayoParameters, at now: WallTime
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let last = updated[try parameters.text("cardReader")]
        let isOld = last.map { now.milliseconds - $0.milliseconds >= Self.validity.milliseconds }
        let type = isOld.map { $0 ? Self.normal : "NONE" } ?? Self.full
        return OpayoReply([("requiredTmsUpdateType", .string(type))])
    }

    mutating func beginUpdate(
        _ parameters: OpayoParameters, in session: String, at now: WallTime
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let type = try parameters.word("type", of: [Self.full, Self.normal])
        let reader = try parameters.text("cardReader")
        guard type == Self.full || updated[reader] != nil else { return OpayoReply(OpayoErrors(.updateRequired)) }
        let channel = nextChannel()
        updates[channel] = OpayoUpdate(session: session, cardReader: reader)
        return OpayoReply(channel: channel)
    }

    /// Each time it is asked it has gone one step on.
    mutating func updateStatus(
        _ parameters: OpayoParameters, in session: String, at now: WallTime
    ) throws(OpayoCommand.Malformed) -> OpayoReply {
        let channel = try parameters.text("chanId")
        guard var update = updates[channel], update.session == session else {
            return OpayoReply(OpayoErrors(.invalidRequest))
        }
        switch update.events.count {
        case 0: update.events.append(OpayoEvent(step: .downloading, at: now))
        case 1: update.events.append(OpayoEvent(step: .applying, at: now))
        default:
            if !update.isCompleted { updated[update.cardReader] = now }
            update.isCompleted = true
        }
        updates[channel] = update
        var reply = OpayoReply(channel: channel)
        reply.events = update.events
        reply.isCompleted = update.isCompleted
        if update.isCompleted { reply.members.append(("terminalProfile", profile(of: session))) }
        return reply
    }

    private func profile(of session: String) -> JSONValue {
        let account = sessions[session].map { settings.accounts[$0.account] }
        return [
            "gratuitySupported": true, "operatorPinRequired": .bool(account?.operatorPIN != nil),
            "currency": .string(account?.currency ?? ""), "standaloneRefundAllowed": false,
            "voiceReferralPhone": .string(OpayoSettings.referralPhone), "floorLimit": 0, "contactlessLimit": 10_000,
        ]
    }
}
