import Checkout
import Crypto
import Engine
import Gateways
import Localization
import Payments
import Terminal
import Transports

/// `till tms full|normal`: brings a reader's terminal settings up to date at Opayo. Before its first full update a reader
/// is not sold with. (row E6)
struct TMSCommand {
    let place: Workplace
    let signals: SignalInbox
    let update: TMSUpdate
    /// Of the reader; nil where the configured one is connected and asked.
    let serialNumber: String?

    func run() throws(Stop) {
        place.credentials.unlock(try CredentialFile(place: place, signals: signals).open())
        guard case .opayo(let gateway, let kept, _) = try place.neededMerchantAccess(training: false).gateway else {
            throw Stop(.usage, "tms-not-here")
        }
        guard let account = kept() else { throw Stop(.credentials, "account-missing") }
        let deed = Deed.use(.settings, what: "terminal update \(update.rawValue)")
        try Gate(place: place, signals: signals, training: false).permit(deed, signals: signals)
        let serialNumber =
            if let given = self.serialNumber { given } else {
                try ReaderSerial(place: place, signals: signals).read()
            }
        let clerk = OpayoClerk(
            at: gateway, as: account, over: try place.http(), time: place.time, random: try place.random())
        let finding = clerk.run(.update(update, serialNumber: serialNumber), progress: tell)
        guard case .updated(let profile) = finding else { throw Stop(finding) }
        // As it is now: a refund may have exchanged the password meanwhile.
        var updated = kept() ?? account
        updated.note(update, of: serialNumber, profile, at: place.time.wallTime())
        guard place.credentials.keep(updated.sealed, as: OpayoAccount.entryName) else {
            throw Stop(.credentials, "account-not-kept")
        }
        finished(serialNumber, profile)
    }

    private func tell(_ progress: String) {
        guard !place.invocation.json else {
            return Output.json(["event": "progress", "text": .string(progress)])
        }
        guard Self.worded.contains(progress) else { return }
        Output.message(place.catalogue.text("opayo.progress.\(progress)"))
    }

    /// What there are words for; the rest is for scripts.
    private static let worded: Set = ["CARD_READER_CONNECTING", "TMS_DOWNLOADING", "TMS_APPLYING"]

    private func finished(_ serialNumber: String, _ profile: TerminalProfile) {
        guard !place.invocation.json else {
            return Output.json(
                .object([
                    ("event", "updated"), ("type", .string(update.rawValue)), ("cardReader", .string(serialNumber)),
                    ("currency", .string(profile.currency.alpha)), ("gratuitySupported", .bool(profile.takesTips)),
                    ("standaloneRefundAllowed", .bool(profile.refundsAlone)),
                    ("voiceReferralPhone", profile.referralPhone.map(JSONValue.string)),
                ]))
        }
        Output.message(place.catalogue.text("opayo.updated", ["reader": serialNumber]))
    }
}

extension Stop {
    /// What is not what was asked for.
    fileprivate init(_ finding: OpayoFinding) {
        switch finding {
        case .refused(let errors) where errors.contains("ECLTmsUpdateRequired"): self.init(.usage, "update-needed")
        case .refused(let errors):
            self.init(.failed, "update-refused", ["detail": errors.joined(separator: " ")])
        case .trouble(let trouble): self.init(.noReader, trouble.code, ["detail": trouble.detail])
        case .account, .neededUpdate, .updated, .money: self.init(.noReader, CloudTrouble.unreadable.code)
        }
    }
}
