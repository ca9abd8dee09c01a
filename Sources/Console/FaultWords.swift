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
        return FaultWords(
            text: said.text, money: text("money.\(fault.money.rawValue)"), next: said.next,
            code: fault.detail.isEmpty ? fault.code : "\(fault.code) \(Masking.mask(fault.detail))")
    }
}
