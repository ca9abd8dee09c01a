import Datecs

extension MenuType {
    static let shop = MenuType(rawValue: 1)

    /// What a reader with this menu can be asked for. Source: the names in datecs.md 10.6; the sets are our *own
    /// choice*.
    var types: Set<TransactionType> {
        let services: Set<TransactionType> = [.endOfDay, .testConnection, .update]
        let shop: Set<TransactionType> = services.union([.purchase, .voidPurchase])
        return switch rawValue {
        case 2: shop.union([.purchaseWithReference])
        case 3: shop.union([.purchaseWithCashback])
        case 4: shop.union([.authorization, .capture, .voidAuthorization])
        case 6: services.union([.cashAdvance, .voidCashAdvance])
        case 7: Set(TransactionType.table)
        default: shop
        }
    }
}

extension TransactionType {
    /// All that the protocol's text has, 01 to 10.
    static let table = (0x01...0x10).map(TransactionType.init(rawValue:))
}
