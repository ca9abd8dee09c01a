import Checkout
import Localization
import Payments
import Time

/// How services end, as scripts read it.
struct ServiceJSON {
    let catalogue: Catalogue

    /// Nil where the fault behind it says so.
    func object(_ result: ReaderServiceResult, _ at: WallTime) -> JSONValue? {
        let events = EventJSON(catalogue: catalogue)
        return switch result {
        case .updated(let restarting): events.line("updated", at, [("isRestarting", .bool(restarting))])
        case .levelSet(let level): events.line("logLevel", at, [("level", .string(level.name))])
        case .logCleared: events.line("logCleared", at, [])
        case .log(let text): events.line("log", at, [("text", .string(text))])
        case .logEmpty: events.line("log", at, [("text", .string(""))])
        case .scannerOff: events.line("scannerDisabled", at, [])
        case .connectionTested: events.line("connectionTested", at, [])
        case .dayClosed(let totals):
            events.line("dayClosed", at, [("totals", .array(totals.map(Self.total)))])
        case .refused: nil
        }
    }

    private static func total(_ total: DayTotal) -> JSONValue {
        [
            "type": .string(total.type), "scheme": .string(total.scheme), "count": .integer(Int64(total.count)),
            "amount": .integer(total.amount), "currency": .string(total.currency),
        ]
    }
}
