import Localization
import Payments
import Text

extension Catalogue {
    /// What the customer or the cashier must do now; the reader's own words for a code outside the table.
    func words(for notice: ReaderNotice) -> String {
        notice.name.isEmpty && !notice.text.isEmpty ? printable(notice.text) : status(notice.code)
    }
}
