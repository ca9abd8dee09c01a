import Localization
import Payments
import Text

/// What a person is told of a code: a sentence, and the next step where there is one.
struct FaultWords {
    let catalogue: Catalogue

    func words(for code: String, _ arguments: [String: String]) -> (text: String, next: String?) {
        let keys = ["error.\(code)", "error.\(Self.camelCase(code))"]
        let key = keys.first { catalogue.text(ifPresent: "\($0).text") != nil } ?? "error.other"
        let arguments = arguments.mapValues(printable)
        let text = catalogue.text("\(key).text", arguments.merging(["code": code]) { given, _ in given })
        let next = catalogue.text(ifPresent: "\(key).next") == nil ? nil : catalogue.text("\(key).next", arguments)
        return (text, next)
    }

    /// What the customer or the cashier must do now; the reader's own words for a code outside the table.
    func status(_ notice: ReaderNotice) -> String {
        notice.name.isEmpty && !notice.text.isEmpty ? printable(notice.text) : catalogue.status(notice.code)
    }

    /// The till's own codes have hyphens, their keys in the locale have humps. Faults of the engine are keys as they are.
    static func camelCase(_ code: String) -> String {
        let parts = code.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
