import Checkout
import Engine
import Ports

/// Ends a command early: what to say, and with which status.
struct Stop: Error {
    var status: ExitStatus
    /// The locale's key under `error.`: `error.CODE.text`.
    var code: String
    var arguments: [String: String] = [:]
    var money = TillFault.MoneyState.none

    init(_ status: ExitStatus, _ code: String, _ arguments: [String: String] = [:]) {
        self.status = status
        self.code = code
        self.arguments = arguments
    }

    init(_ fault: TillFault) {
        self.init(ExitStatus(fault), fault.code, ["detail": fault.detail])
        money = fault.money
    }

    init(journalFault fault: JournalFault) { self.init(TillFault(journal: fault)) }
}

extension TillFault {
    /// A stop as the console shows it.
    init(_ stop: Stop) {
        self.init(stop.code, .usage, money: stop.money, detail: stop.arguments["file"] ?? "")
    }
}
