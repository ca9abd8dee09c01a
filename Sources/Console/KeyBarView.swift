import Checkout
import Localization
import Payments
import Screen

/// The keys that work here and now.
struct KeyBarView {
    let model: ConsoleModel

    var bar: KeyBar {
        KeyBar(model.pairing != nil ? pairingEntries : model.question == nil ? pageEntries : questionEntries)
    }

    private var pageEntries: [KeyBar.Entry] {
        model.bindings(on: model.page).filter(isShown).compactMap { binding in
            guard let key = binding.keys.first else { return nil }
            return KeyBar.Entry(
                key: KeyNames.name(of: key, model.catalogue), label: model.catalogue.text(binding.label),
                enabled: model.refusal(of: binding.command) == nil)
        }
    }

    private func isShown(_ binding: ConsoleKeymap.Map.Binding) -> Bool {
        switch binding.command {
        case .help: binding.inBar && model.page != .help
        case .readers: model.page == .sale || model.page == .connection
        // Receipts and Readers have keys of their own; F3 works there, too.
        case .history: binding.inBar && !Self.busyPages.contains(model.page) && !isPadShown
        case .pair, .unpair: model.refusal(of: binding.command) == nil
        case .showAll: model.readers.hasMore
        // Readers has keys of its own while there is something to pair or to show.
        case .reader: binding.inBar && !(model.page == .readers && hasActions)
        case .logIn: !model.isFillingIn
        case .updates: binding.inBar && !model.isFillingIn
        case .forgetAccount: !model.isFillingIn && model.account.facts != nil
        case .go: binding.inBar && (model.page != .account || model.isFillingIn)
        case .refund: model.receipt?.refundable != nil
        case .tip: takesTip
        case .refer: model.referral != nil
        case .capture: model.receipt?.capture != nil
        case .clearLog, .scanner: model.readerProtocol == .heft
        case .testConnection, .endOfDay, .points: model.readerProtocol == .datecs
        // A sale's receipt has so much to offer that its words would be cut.
        case .quit: model.page != .receipt || !takesTip
        case .reverse: model.page == .resolve || model.receipt?.reversal != nil
        case .back: leadsBack
        default: binding.inBar
        }
    }

    /// The pen's keys take the room of what would take the drawing away.
    private var isPadShown: Bool { model.page == .signature && model.hasPad }

    private var takesTip: Bool { model.receipt?.tipCurrency != nil && model.snapshot.hasGateway }

    /// Pages whose bar has no room for the way to the history, and the history.
    private static let busyPages: [ConsolePage] = [.history, .lock, .receipt, .resolve, .reader, .readers]

    private var hasActions: Bool {
        model.readers.hasMore || [.pair, .unpair].contains { model.refusal(of: $0) == nil }
    }

    /// Esc does something: not on a page that a payment holds, nor on Sale before something is typed.
    private var leadsBack: Bool {
        switch model.page {
        case .sale: model.sale.isTyped || model.sale.focus == .reference
        case .status: model.status.frozenAt != nil
        case .signature: false
        case .receipt: !model.way.isEmpty
        case .lock: false
        case .readers, .connection, .history, .resolve, .help, .reader, .account, .updates: true
        }
    }

    private var pairingEntries: [KeyBar.Entry] {
        let leave = KeyBar.Entry(key: KeyNames.name(of: .escape, model.catalogue), label: label("key.back"))
        switch model.pairing?.step {
        case .compare?:
            return [
                KeyBar.Entry(key: model.yesLetter, label: label("key.same")),
                KeyBar.Entry(key: "n", label: label("key.notSame")), leave,
            ]
        case .pin?:
            return [KeyBar.Entry(key: KeyNames.name(of: .enter, model.catalogue), label: label("key.go")), leave]
        case .waiting?, .show?, nil: return [leave]
        }
    }

    private func label(_ key: String) -> String { model.catalogue.text(key) }

    private var questionEntries: [KeyBar.Entry] {
        let escape = model.question?.subject == .look ? "key.quit" : "key.back"
        return [
            KeyBar.Entry(key: KeyNames.name(of: .enter, model.catalogue), label: model.catalogue.text("key.confirm")),
            KeyBar.Entry(key: KeyNames.name(of: .escape, model.catalogue), label: model.catalogue.text(escape)),
        ]
    }
}

/// What keys are called.
enum KeyNames {
    static func name(of key: Key, _ catalogue: Catalogue) -> String {
        if let (name, arguments) = key.nameKey { return catalogue.text(name, arguments) }
        if case .character(let character) = key { return String(character) }
        return ""
    }
}
