import Acquirer

/// ISO 8583's response code, as far as the amounts of the virtual world have one. Source: heft.md 7.3, gateways.md B.7.
enum IssuerCode {
    static func text(_ entry: LedgerEntry) -> String {
        switch (entry.finStatus, entry.amount) {
        case (.authorised, _): "00"
        case (.partialApproval, _): "10"
        case (.declined, 3779): "01"
        case (.declined, 3793): "04"
        case (.declined, _): "05"
        case (.failed, _): ""
        }
    }
}
