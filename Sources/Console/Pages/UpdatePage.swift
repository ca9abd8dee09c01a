import Checkout
import Gateways
import Payments

/// The terminal settings of the reader that is connected, as Opayo keeps them, and their updates. Before the first full
/// one nothing is sold on the reader. (row E6)
struct UpdatePage: Hashable {
    enum Need: Hashable {
        case asking
        /// Nil where none is needed.
        case told(TMSUpdate?)
        case unknown
    }

    /// Of which reader `need` is told; nil where none is connected.
    private(set) var serialNumber: String?
    private(set) var need = Need.unknown
    /// What went on in the update that runs or was the last, oldest first.
    private(set) var progress: [String] = []
    /// How the last one ended; nil while it runs, and where there was none.
    private(set) var isUpdated: Bool?
    /// Why the last thing was not done.
    private(set) var trouble: AccountTrouble?

    /// More than an update tells. *own choice*
    private static let mostProgress = 12

    mutating func ask(of serialNumber: String?) {
        self = UpdatePage()
        self.serialNumber = serialNumber
        need = serialNumber == nil ? .unknown : .asking
    }

    mutating func begin(_ serialNumber: String) {
        self.serialNumber = serialNumber
        progress = []
        isUpdated = nil
        trouble = nil
    }

    mutating func take(_ news: UpdateNews) {
        switch news {
        case .needed(let update, let serialNumber): if serialNumber == self.serialNumber { need = .told(update) }
        case .noAnswer(let trouble):
            need = .unknown
            self.trouble = trouble
        case .progress(let name): progress = Array((progress + [name]).suffix(Self.mostProgress))
        case .updated:
            need = .told(nil)
            isUpdated = true
        case .notUpdated(let trouble):
            isUpdated = false
            self.trouble = trouble
        }
    }
}

extension ConsoleModel {
    /// The gateway brings terminal settings up to date.
    var hasUpdates: Bool { merchantGateway == .opayo }

    /// The reader that an update is for: the one that is ready.
    var readerToUpdate: ConnectedReader? {
        if case .ready(let reader) = snapshot.connection { reader } else { nil }
    }

    mutating func showUpdates() -> [ConsoleEffect] { visit(.updates) + askNeededUpdate() }

    mutating func performOnUpdates(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .fullUpdate: return ask(for: .update(.full))
        case .normalUpdate: return ask(for: .update(.normal))
        case .back: return goBack()
        default: return []
        }
    }

    mutating func beginUpdate(_ update: TMSUpdate) -> [ConsoleEffect] {
        guard let reader = readerToUpdate, !isAccountBusy else { return [] }
        let serialNumber = reader.details.serialNumber
        updates.begin(serialNumber)
        account.begin(.updating, at: now)
        return [.account(.update(update, serialNumber: serialNumber))]
    }

    /// Another reader may need another update.
    mutating func followUpdates() -> [ConsoleEffect] {
        guard page == .updates, !isAccountBusy, readerToUpdate?.details.serialNumber != updates.serialNumber else {
            return []
        }
        return askNeededUpdate()
    }

    private mutating func askNeededUpdate() -> [ConsoleEffect] {
        guard !isAccountBusy else { return [] }
        updates.ask(of: readerToUpdate?.details.serialNumber)
        return updates.serialNumber.map { [.account(.askNeededUpdate(serialNumber: $0))] } ?? []
    }
}
