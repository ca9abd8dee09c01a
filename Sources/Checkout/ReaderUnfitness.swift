public import Payments

/// Why nothing is sold on a reader for the account's sake, whatever the amount: what the reader tells of itself when it
/// is connected does not go with what the gateway told of the account. Source: rows R3, R4, E6.
public enum ReaderUnfitness: Hashable, Sendable {
    /// It speaks what the gateway's readers don't.
    case spokenElsewhere
    /// It takes that currency alone, and the account is in another one.
    case currency(String)
    /// It has not had its first full update.
    case notUpdated
}

extension Merchant {
    /// Nil for a reader that the account may sell on. What the reader doesn't tell is not held against it. Its terminal's
    /// number is the acquirer's own, and nobody says how it goes with the gateway's: it is not compared.
    public func unfitness(of reader: ReaderDetails) -> ReaderUnfitness? {
        guard reader.wireProtocol == gateway.readerProtocol else { return .spokenElsewhere }
        if let own = reader.currency, let currency, own != currency.alpha { return .currency(own) }
        return updatedReaders?.contains(reader.serialNumber) == false ? .notUpdated : nil
    }
}

extension TillFault {
    init(_ unfitness: ReaderUnfitness) {
        self =
            switch unfitness {
            case .spokenElsewhere: .readerNotOffered
            case .currency(let own): TillFault("reader-of-other-currency", .usage, detail: own)
            case .notUpdated: .updateNeeded
            }
    }
}
