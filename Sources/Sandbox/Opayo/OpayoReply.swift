import Payments
import Time

/// What is answered to a command that was understood.
struct OpayoReply {
    var isCompleted = true
    var events: [OpayoEvent] = []
    /// Of `paymentGatewayCommand`.
    var members: [(String, JSONValue?)] = []
    var isDropped = false

    init(_ members: [(String, JSONValue?)]) { self.members = members }

    /// Nothing was begun.
    init(_ refusal: OpayoErrors) { members = [("errors", refusal.errors.json)] }

    /// Something has begun, or goes on.
    init(channel: String) {
        isCompleted = false
        members = [("chanId", .string(channel))]
    }

    func answer(to requestID: JSONValue) -> SandboxAnswer {
        let completed = JSONValue.bool(isCompleted)
        let command = JSONValue.object([("completed", completed)] + members)
        var answer = SandboxAnswer([
            "requestId": requestID, "statusDetails": "OK", "completed": completed,
            "eventQueue": .array(events.map(\.json)), "data": ["paymentGatewayCommand": command],
        ])
        answer.isDropped = isDropped
        return answer
    }
}

/// A step, and when it was taken. The words are *own choice*. Source: gateways.md D.2, D.4.
struct OpayoEvent: Hashable {
    enum Step: String {
        case processing = "TRANSACTION_PROCESSING"
        case completed = "TRANSACTION_COMPLETED"
        case downloading = "TMS_DOWNLOADING"
        case applying = "TMS_APPLYING"
    }

    var step: Step
    var at: WallTime

    var json: JSONValue {
        ["timeStamp": .string(String(at.milliseconds)), "statusDetails": .string(step.rawValue)]
    }
}

extension [OpayoError] {
    var json: JSONValue { .array(map { .string($0.rawValue) }) }
}

extension OpayoCommand.Malformed {
    /// Without data. *own choice*: HTTP's status is 200.
    func answer(to requestID: JSONValue) -> SandboxAnswer {
        SandboxAnswer([
            "requestId": requestID, "statusDetails": .string(rawValue), "completed": true, "eventQueue": [],
        ])
    }
}
