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
        try Gate(place: place, signals: signals, training: false).permit(.updateTerminal(update), signals: signals)
        let serialNumber =
            if let given = self.serialNumber { given } else {
                try ReaderSerial(place: place, signals: signals).read()
            }
        let profile: TerminalProfile
        do throws(AccountOffice.Trouble) {
            (_, profile) = try AccountOffice(place: place).update(
                update, of: serialNumber, as: account, at: gateway, kept: kept, progress: tell)
        } catch { throw Stop(ofUpdate: error) }
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
    fileprivate init(ofUpdate trouble: AccountOffice.Trouble) {
        switch trouble {
        case .refused(let errors) where errors.contains("ECLTmsUpdateRequired"): self.init(.usage, "update-needed")
        case .refused(let errors):
            self.init(.failed, "update-refused", ["detail": errors.joined(separator: " ")])
        case .stopped(let stop): self = stop
        }
    }
}
