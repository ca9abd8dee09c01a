import Checkout
import Engine
import Heft
import Payments
import Threads

/// Everything that happened in a run, in the order in which it happened: the evidence.
final class Course: Sendable {
    enum Happening: Sendable {
        /// Appended to the journal, under this number.
        case row(Int64, JournalEntry)
        /// The first byte of a message left for the reader.
        case sent(String)
        /// A message of the reader was complete.
        case received(String)
        case told(EngineEvent)
    }

    private let happenings = Locked<[Happening]>([])

    func note(_ happening: Happening) { happenings.withLock { $0.append(happening) } }

    var all: [Happening] { happenings.withLock { $0 } }

    /// What suits, each on a line that begins with its place in the course.
    func lines(where isWanted: (Happening) -> Bool) -> [String] {
        all.enumerated().filter { isWanted($0.element) }.map { "#\($0.offset + 1) \($0.element.line)" }
    }

    /// Where the first one is that suits.
    func first(where isWanted: (Happening) -> Bool) -> Int? { all.firstIndex(where: isWanted) }

    /// The payments that ended, in order.
    var results: [(outcome: Outcome, result: TransactionResult)] {
        all.compactMap { happening in
            guard case .told(let event) = happening, case .result(_, let outcome, let result, _) = event.event
            else { return nil }
            return (outcome, result)
        }
    }
}

extension Course.Happening {
    /// A message that may move money.
    var isMoneyCommand: Bool {
        guard case .sent(let command) = self else { return false }
        return Self.moneyCommands.contains(command)
    }

    private static let moneyCommands = [CommandID.sale, .refund, .saleVoid, .refundVoid].map(\.text)

    var isIntent: Bool {
        if case .row(_, let entry) = self { entry.beginsPayment } else { false }
    }

    func isSent(_ command: CommandID) -> Bool {
        if case .sent(let text) = self { text == command.text } else { false }
    }

    func isTold(_ isWanted: (TillEvent) -> Bool) -> Bool {
        if case .told(let event) = self { isWanted(event.event) } else { false }
    }

    /// For people; no secrets and no card data are in it.
    var line: String {
        switch self {
        case .row(let number, let entry): "journal row \(number): \(entry.kind) \(entry.reference.text)"
        case .sent(let command): "to the reader: \(command)"
        case .received(let command): "from the reader: \(command)"
        case .told(let event): "event: \(Self.words(event.event))"
        }
    }

    private static func words(_ event: TillEvent) -> String {
        switch event {
        case .connected(let details): "connected \(details.serialNumber), result pending: \(details.resultPending)"
        case .ready: "ready"
        case .started(let intent): "started \(intent.reference.text)"
        case .signatureRequest(let id, let receipt, _): "signature \(id), receipt of \(receipt.utf8.count) bytes"
        case .recovered(let reference, let outcome, let result, _):
            "recovered \(reference.text) \(result.finStatus) \(outcome.rawValue)"
        case .result(let reference, let outcome, let result, _):
            "result \(reference.text) \(result.finStatus) \(outcome.rawValue)"
        case .settled(let reference, let outcome, let result):
            "settled \(reference.text) \(result.finStatus) \(outcome.rawValue)"
        case .disconnected(let transacting, _): "disconnected, transacting: \(transacting)"
        case .fault(let fault): "fault \(fault.code), money: \(fault.money.rawValue)"
        default: "other"
        }
    }
}
