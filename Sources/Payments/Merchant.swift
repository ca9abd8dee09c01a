/// The gateway beside a reader: not where its payments go, which take the reader's own way, but where the merchant's
/// account is, and where refunds without a card are made.
public enum MerchantGateway: String, Hashable, Sendable, CaseIterable {
    /// Redsys, in Spain: Get Mini.
    case redsys
    /// Elavon's Opayo, with the Commerce SDK.
    case opayo

    /// What its readers speak; others are not offered. Source: rows R3, E7.
    public var readerProtocol: ReaderAddress.WireProtocol { .datecs }

    /// As the command line, the configuration and the trail name it.
    public var configuredName: String {
        switch self {
        case .redsys: "redsys"
        case .opayo: "elavon"
        }
    }
}

/// On whose account the till sells, as the gateway told when it was logged in to. Nothing secret.
public struct Merchant: Hashable, Sendable {
    public var gateway: MerchantGateway
    /// The merchant's number: at Redsys the FUC, at Opayo the merchant id.
    public var number: String
    /// At Redsys the terminal's number, at Opayo the client id.
    public var terminal: String
    /// What is sold in; nil where the gateway didn't say.
    public var currency: Currency?
    /// A tip is asked for before each sale.
    public var asksForTip = false
    /// Money may be given back without an earlier sale.
    public var refundsAlone = true
    /// Whom the cashier calls where the issuer wants to be asked; nil where that is not offered.
    public var referralPhone: String?
    /// The readers that have had their first full update; nil where none is needed. Source: row E6.
    public var updatedReaders: Set<String>?

    public init(gateway: MerchantGateway, number: String, terminal: String, currency: Currency?) {
        self.gateway = gateway
        self.number = number
        self.terminal = terminal
        self.currency = currency
    }
}
