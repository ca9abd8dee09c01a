public import Localization
public import Payments
import Text

extension Catalogue {
    /// What the customer or the cashier must do now; the reader's own words for a code outside the table.
    public func words(for notice: ReaderNotice) -> String {
        notice.name.isEmpty && !notice.text.isEmpty ? printable(notice.text) : status(notice.code)
    }

    /// One step of an update; nil is one that the reader says nothing of.
    public func words(of notice: ReaderNotice?) -> String {
        guard let notice, !Self.payingSteps.contains(notice.code) else { return text("service.hostRound") }
        return words(for: notice)
    }

    /// What these say of a payment is not so in an update. Source: heft.md 6.1. *seen*
    private static let payingSteps: Set<UInt16> = [0x0021, 0x0022, 0x0040, 0x0041]
}
