import Payments

/// What may be done to an order as it stands. Source: gateways.md A.8, *inferred*.
struct HiPayMaintenance {
    private let order: HiPayOrder
    private let amounts: HiPayAmounts

    init(_ order: HiPayOrder, _ amounts: HiPayAmounts) {
        self.order = order
        self.amounts = amounts
    }

    /// - Returns: minor units; the rest where the form names none.
    func amount(_ kind: HiPayOperation.Kind, _ form: HiPayForm) throws(HiPayError) -> Int64 {
        guard order.operations < HiPayOrder.mostOperations else { throw kind.error(.closed) }
        if let currency = form["currency"], currency != order.money.currency.alpha { throw kind.error(.currency) }
        let rest = try rest(kind)
        guard let text = form["amount"] else { return rest }
        let amount = try HiPayAmount.minorUnits(text)
        guard amount <= rest else { throw kind.error(.limit) }
        guard kind != .cancel || amount == rest else { throw .voidNotAllowed }
        return amount
    }

    private func rest(_ kind: HiPayOperation.Kind) throws(HiPayError) -> Int64 {
        switch (kind, order.status) {
        case (.capture, .authorized), (.capture, .partiallyCaptured): return amounts.authorized - amounts.captured
        case (.capture, .captured) where order.isAuthorization: throw kind.error(.alreadyDone)
        case (.refund, .captured), (.refund, .partiallyCaptured), (.refund, .partiallyRefunded):
            guard amounts.refundable > 0 else { throw kind.error(.alreadyDone) }
            return amounts.refundable
        case (.refund, .refunded): throw kind.error(.alreadyDone)
        case (.cancel, .authorized), (.cancel, .authenticationRequested): return order.money.minorUnits
        case (.cancel, .cancelled): throw .alreadyVoid
        case (.cancel, _): throw .cannotVoid
        case (.capture, _), (.refund, _): throw kind.error(.notAllowed)
        }
    }
}

extension HiPayOperation.Kind {
    /// The last two digits of the code. Source: gateways.md A.10.
    fileprivate enum Refusal: String {
        case notAllowed = "02"
        case currency = "05"
        case alreadyDone = "06"
        case limit = "09"
        case closed = "11"
    }

    fileprivate func error(_ refusal: Refusal) -> HiPayError {
        switch self {
        case .capture: HiPayError(400, "30201" + refusal.rawValue, "Capture: " + refusal.text)
        case .refund: HiPayError(400, "30202" + refusal.rawValue, "Refund: " + refusal.text)
        case .cancel: .voidNotAllowed
        }
    }
}

extension HiPayOperation.Kind.Refusal {
    fileprivate var text: String {
        switch self {
        case .notAllowed: "Not Allowed"
        case .currency: "Other Currency"
        case .alreadyDone: "Already Done"
        case .limit: "Amount Limit Exceeded"
        case .closed: "Transaction Closed"
        }
    }
}
