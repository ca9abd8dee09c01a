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
        case .points(let points):
            events.line("loyaltyBalance", at, [("points", points.map { .integer($0) } ?? .null)])
        case .clock(let reading): events.line("clock", at, Self.members(reading))
        case .keys(let keys): events.line("keys", at, Self.members(keys))
        case .menu(let menu): events.line("menu", at, Self.members(menu))
        case .refused: nil
        }
    }

    private static func total(_ total: DayTotal) -> JSONValue {
        [
            "type": .string(total.type), "scheme": .string(total.scheme), "count": .integer(Int64(total.count)),
            "amount": .integer(total.amount), "currency": .string(total.currency),
        ]
    }

    private static func members(_ reading: ReaderClockReading) -> [(String, JSONValue)] {
        [
            ("reader", .string(Self.text(reading.reader))), ("secondsAhead", .integer(reading.secondsAhead)),
            ("wasSet", .bool(reading.wasSet)),
        ]
    }

    private static func members(_ keys: ReaderKeys) -> [(String, JSONValue)] {
        [
            ("state", keys.state.map { .string($0.rawValue) } ?? .null),
            ("publicKeys", keys.publicKeys.map(list) ?? .null),
            ("symmetricKeys", keys.symmetricKeys.map(list) ?? .null),
        ]
    }

    private static func members(_ menu: ReaderMenu) -> [(String, JSONValue)] {
        menu.fields.map { ($0.name, .string($0.value)) } + [("keys", .string(menu.keys.rawValue))]
    }

    /// As the reader has it: it knows no zone.
    private static func text(_ clock: CivilTime) -> String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = [clock.year, clock.month, clock.day].map(digits).joined(separator: "-")
        return date + "T" + [clock.hour, clock.minute, clock.second].map(digits).joined(separator: ":")
    }

    private static func list(_ lines: [String]) -> JSONValue { .array(lines.map { .string($0) }) }
}
