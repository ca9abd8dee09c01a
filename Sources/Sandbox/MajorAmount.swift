import Payments

/// Amounts in major units, `14.10`: how most of the cloud's calls have them. Source: gateways.md 0, B.4.
enum MajorAmount {
    /// - Returns: minor units; nil for a sign, an exponent, too many decimals or more than a reader's amount can hold.
    static func minorUnits(_ text: String, exponent: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty,
            fraction.utf8.count <= exponent, parts.allSatisfy(\.isDigits)
        else { return nil }
        let padding = String(repeating: "0", count: exponent - fraction.utf8.count)
        return Int64(parts[0] + fraction + padding).flatMap { $0 <= Money.largestOnTheWire ? $0 : nil }
    }
}

extension StringProtocol {
    /// Nothing but ASCII digits.
    var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
