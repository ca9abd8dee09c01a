import Payments

/// What an account may be paid with. Source: gateways.md A.7.
enum HiPayProduct {
    private static let names = [
        ("visa", "VISA"), ("mastercard", "MASTERCARD"), ("american-express", "AMERICAN EXPRESS"),
        ("maestro", "MAESTRO"), ("cb", "CB"), ("bcmc", "BCMC"),
    ]

    static let codes = Set(names.map(\.0))

    /// - Parameter query: `payment_product` names those that are wanted; without it all are.
    static func list(_ query: [String: String]) -> JSONValue {
        let wanted = query["payment_product"].map { $0.split(separator: ",").map(String.init) }
        let products = names.enumerated().filter { wanted?.contains($0.element.0) ?? true }
        return .array(
            products.map { place, product in
                [
                    "id": .string("A100000\(place + 1)"), "code": .string(product.0),
                    "description": .string(product.1), "customerDescription": .string(product.1),
                    "paymentProductCategoryCode": "credit-card", "tokenizable": true, "options": [],
                ]
            })
    }
}
