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
        case .refused: nil
        }
    }
}
