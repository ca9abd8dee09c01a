public import Checkout
public import Localization

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
    /// What to say of a fault. A code without words of its own is named.
    public func words(for fault: TillFault) -> FaultWords {
        let key = "error.\(Self.camelCase(fault.code))"
        let code = fault.detail.isEmpty ? fault.code : "\(fault.code) \(fault.detail)"
        return FaultWords(
            text: text(ifPresent: key + ".text") ?? text("error.other.text", ["code": fault.code]),
            money: text("money.\(fault.money.rawValue)"), next: text(ifPresent: key + ".next"), code: code)
    }

    /// Codes have hyphens, keys of the locale have humps.
    private static func camelCase(_ code: String) -> String {
        let parts = code.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
