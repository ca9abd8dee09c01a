public import Checkout
public import Localization
import Text

/// What is said of a fault.
public struct FaultWords: Hashable, Sendable {
    /// What happened.
    public var text: String
    /// What it means for the money.
    public var money: String
    /// The one thing to do now; nil where there is none.
    public var next: String?
    /// The stable code, with the engineer's detail.
    public var code: String
}

extension Catalogue {
    /// What to say of a fault.
    public func words(for fault: TillFault) -> FaultWords {
        let said = error(fault.code, ["detail": fault.detail])
        // A pinpad's own number says what is wrong and what helps.
        let isNumbered = fault.code == "service-refused" && fault.detail.hasPrefix("E0")
        let next = isNumbered ? text(ifPresent: "status." + fault.detail) ?? said.next : said.next
        return FaultWords(
            text: said.text, money: text("money.\(fault.money.rawValue)"), next: next,
            code: fault.detail.isEmpty ? fault.code : "\(fault.code) \(Masking.mask(fault.detail))")
    }
}
