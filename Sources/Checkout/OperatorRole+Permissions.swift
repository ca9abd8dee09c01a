public import Gateways
public import Payments

extension OperatorRole {
    /// Who may do what. *own choice*, after what tills for shops have in common.
    public var permissions: Set<Permission> {
        switch self {
        case .cashier: [.sale]
        case .supervisor: Set(Permission.allCases)
        case .technician: [.settings, .secrets, .logFetch, .readers]
        case .trainer: []
        }
    }
}

extension PaymentOrder {
    /// What it takes to have it done.
    var permissions: [Permission] {
        let own: Permission =
            switch operation {
            case .sale, .saleAndTokenise, .tokenise, .motoSale, .cashAdvance, .loyaltySpend, .preauthorisation,
                .capture, .referredSale:
                .sale
            case .refund, .motoRefund, .linkedRefund: .refund
            case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal, .release:
                .reversal
            }
        return despiteUnknown == nil ? [own] : [own, .despiteUnknown]
    }
}

extension ReaderService {
    /// What it takes to have it done; nil where everybody may.
    public var permission: Permission? { deed?.permission }

    /// What it takes to have it done, and what the trail then says; nil for what everybody may do.
    var deed: Deed? {
        switch self {
        case .update: .use(.settings, what: "reader update")
        case .setLogLevel(let level): .use(.logFetch, what: "reader log level \(level.name)")
        case .clearLog: .use(.logFetch, what: "reader log clear")
        case .fetchLog: .use(.logFetch, what: "reader log get")
        case .endOfDay: .use(.settings, what: "reader end of day")
        case .setClock: .use(.settings, what: "reader clock")
        case .scan, .testConnection, .loyaltyBalance, .clock, .keys, .menu: nil
        }
    }
}

/// Something besides payments that takes a permission, and is written down before it is done.
public enum Deed: Hashable, Sendable {
    /// Uses a permission; `what` says for what, in fixed words and names of entries.
    case use(Permission, what: String)
    /// Makes an operator, or gives one another PIN or role.
    case addOperator(OperatorName, OperatorRole)
    case disableOperator(OperatorName)

    /// Pairs a reader with this machine.
    public static func pair(_ reader: BluetoothAddress) -> Deed { .use(.readers, what: "reader pair \(reader)") }

    /// Undoes that.
    public static func unpair(_ reader: BluetoothAddress) -> Deed { .use(.readers, what: "reader unpair \(reader)") }

    /// Logs in to the merchant's account, looks at it, or forgets it.
    public static func account(_ action: String, at gateway: MerchantGateway?) -> Deed {
        .use(.secrets, what: "account \(action)" + (gateway.map { " \($0.configuredName)" } ?? ""))
    }

    /// Brings a reader's terminal settings up to date.
    public static func updateTerminal(_ update: TMSUpdate) -> Deed {
        .use(.settings, what: "terminal update \(update.rawValue)")
    }

    public var permission: Permission {
        switch self {
        case .use(let permission, _): permission
        case .addOperator, .disableOperator: .operators
        }
    }

    var event: AuditEvent {
        switch self {
        case .use(let permission, let what): .did(permission, what: what)
        case .addOperator(let name, let role): .added(name, role)
        case .disableOperator(let name): .disabled(name)
        }
    }
}
