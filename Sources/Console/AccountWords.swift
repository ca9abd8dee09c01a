import Localization
import Text

extension Catalogue {
    /// Each thing that is wrong, in the gateway's order, or what happened and the next step.
    func words(for trouble: AccountTrouble) -> [String] {
        switch trouble {
        case .refused(let codes): return codes.map { printable(gatewayWords($0)) }
        case .fault(let fault):
            let words = words(for: fault)
            return [words.text, words.next].compactMap(\.self)
        }
    }

    /// How something about the account ended.
    func words(for news: AccountNews) -> [String] {
        switch news {
        case .loggedIn: [text("page.account.loggedIn")]
        case .forgotten: [text("account.forgotten")]
        case .terminals: [text("page.account.whichTerminal")]
        case .notLoggedIn(let trouble): [text("page.account.notLoggedIn")] + words(for: trouble)
        case .notForgotten(let trouble), .noInformation(let trouble): words(for: trouble)
        case .update(.updated(_, let serialNumber)):
            [text("opayo.updated", ["reader": printable(serialNumber)])]
        case .update(.notUpdated(let trouble)): [text("page.updates.notUpdated")] + words(for: trouble)
        case .update, .facts, .information: []
        }
    }

    /// What goes on while a reader is updated; nil for what nobody needs to hear of.
    func progressWords(_ name: String) -> String? {
        let told: Set = ["CARD_READER_CONNECTING", "TMS_DOWNLOADING", "TMS_APPLYING"]
        return told.contains(name) ? text("opayo.progress.\(name)") : nil
    }
}
