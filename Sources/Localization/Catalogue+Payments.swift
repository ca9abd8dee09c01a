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
        guard let code = result.raw.flatMap({ UInt16($0.header, radix: 16) }), !Self.successes.contains(code) else {
            return nil
        }
        return status(code)
    }

    /// That of a HEFT reader, and that of a Datecs reader.
    private static let successes: Set<UInt16> = [0x0001, 0xE000]
}
