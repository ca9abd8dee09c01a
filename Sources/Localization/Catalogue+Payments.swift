public import Payments

/// What is said of an outcome.
public struct OutcomeWords: Hashable, Sendable {
    /// One or two words for a headline.
    public var word: String
    /// What it means, for the money too.
    public var sentence: String
    /// The one thing to do now.
    public var next: String
}

extension Catalogue {
    /// What to say of an outcome.
    public func words(for outcome: Outcome) -> OutcomeWords {
        let key = "outcome." + outcome.rawValue
        return OutcomeWords(
            word: text(key + ".word"), sentence: text(key + ".sentence"), next: text(key + ".next"))
    }

    /// A label and what it names, with the colon as the language has it.
    public func labelled(_ label: String, _ value: String) -> String {
        label + (language == .fr ? "\u{A0}: " : ": ") + value
    }

    /// What a reader's status code asks the customer or the cashier to do; a code outside the table is named.
    public func status(_ code: UInt16) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        let name = String(repeating: "0", count: 4 - digits.count) + digits
        return text(ifPresent: "status." + name) ?? text("status.other", ["code": "0x" + name])
    }

    /// Why a payment was not approved: what the bank's host said, else what the reader's number means; nil where neither
    /// said anything.
    public func reason(_ result: TransactionResult) -> String? {
        if let response = result.hostResponse, response != 0 {
            let number = response < 10 ? "0\(response)" : "\(response)"
            return text(ifPresent: "response." + number) ?? text("response.other", ["code": number])
        }
        guard let raw = result.raw else { return result.errorMessage.flatMap(gatewayReason) }
        guard let code = UInt16(raw.header, radix: 16), !Self.successes.contains(code) else { return nil }
        return status(code)
    }

    /// What a merchant's gateway said by its codes, each with the code: several may be wrong at once.
    private func gatewayReason(_ codes: String) -> String? {
        let codes = codes.split(separator: " ").map(String.init)
        guard !codes.isEmpty, codes.allSatisfy(Self.isGatewayCode) else { return nil }
        return codes.map(gatewayWords).joined(separator: " ")
    }

    /// What a gateway's code means, with the code.
    public func gatewayWords(_ code: String) -> String {
        text(ifPresent: "gatewayCode." + code).map { "\($0) (\(code))" } ?? text("response.other", ["code": code])
    }

    /// `0116` and `SIS0057` of Redsys, `ECLTransactionCardRemoved` of Opayo.
    private static func isGatewayCode(_ code: String) -> Bool {
        let isNumber = code.utf8.count == 4 && code.allSatisfy(\.isNumber)
        return isNumber || ["SIS", "ECL"].contains(String(code.prefix(3)))
    }

    /// That of a HEFT reader, and that of a Datecs reader.
    private static let successes: Set<UInt16> = [0x0001, 0xE000]
}
