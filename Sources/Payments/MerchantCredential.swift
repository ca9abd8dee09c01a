/// For which of a merchant's contracts a payment is: acquirer, merchant and terminal number. Source: heft.md 4.1.
public struct MerchantCredential: Hashable, Sendable {
    /// The acquirers that a reader can be told of.
    public enum Acquirer: String, Hashable, Sendable, CaseIterable {
        case amex = "AMEX"
        case borgun = "BORGUN"
        case evo = "EVO"
        case omnipay = "OMNIPAY"
        case postBridge = "POSTBRIDGE"
        case interac = "INTERAC"
        case tsys = "TSYS"
        case vantiv = "VANTIV"
        case sandbox = "SANDBOX"

        /// The word of the wire, which for three of them is another one than people use. *seen*
        public var wireName: String {
            switch self {
            case .postBridge: "PostBridge"
            case .interac: "TNS"
            case .sandbox: "ViscusDummy"
            default: rawValue
            }
        }

        /// Either word, in any case of letters.
        init?(named text: String) {
            let text = text.uppercased()
            let found = Self.allCases.first { $0.rawValue == text || $0.wireName.uppercased() == text }
            guard let found else { return nil }
            self = found
        }
    }

    public var acquirer: Acquirer
    /// Empty where the acquirer knows the merchant without it.
    public var merchantID: String
    /// Empty likewise.
    public var terminalID: String

    /// Of merchant and terminal numbers; what is longer the reader's own software cuts off. *seen*
    public static let longestID = 23

    /// Reads `ACQUIRER:MID:TID`.
    /// - Returns: nil for anything else, an unknown acquirer, a number that is too long or has strange characters in
    ///   it, and where neither number is given.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let acquirer = Acquirer(named: parts[0]), parts[1...].allSatisfy(Self.isID),
            !parts[1].isEmpty || !parts[2].isEmpty
        else { return nil }
        self.acquirer = acquirer
        merchantID = parts[1]
        terminalID = parts[2]
    }

    /// As people write it.
    public var text: String { "\(acquirer.rawValue):\(merchantID):\(terminalID)" }

    /// Letters, digits, and what stands between them. *own choice*
    private static func isID(_ text: String) -> Bool {
        text.utf8.count <= longestID
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }
    }
}
