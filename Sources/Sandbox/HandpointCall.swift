/// What a request asks of the Handpoint cloud, by its method and path. Source: gateways.md B.2.
enum HandpointCall: Hashable {
    case devices
    /// The reporting feed.
    case feed
    case startTransaction
    case transactionResult
    case status(reference: String, selector: String)
    case reversal
    case tip(guid: String)
    case token(guid: String)
    case motoSale, motoRefund, motoReversal
    case batchClose, batchSummary, batchDetail
    /// The old service for SDKs.
    case sdkTip

    /// Nil for what is no call.
    init?(_ method: String, _ path: String) {
        var words = path.split(separator: "/").map(String.init)
        if let host = words.first, Self.hosts.contains(host) { words.removeFirst() }
        let found: HandpointCall? =
            switch (method, words.first ?? "", words.count) {
            case ("GET", "transactions", 3), ("GET", "transactions", 4): Self.read(words)
            case ("POST", "transactions", 3) where words[2] == "tip-adjustment": .tip(guid: words[1])
            case ("GET", "transaction-result", 2): .transactionResult
            default: Self.fixed["\(method) " + words.joined(separator: "/")]
            }
        guard let found else { return nil }
        self = found
    }

    /// Where one address stands for several hosts. [own choice]
    private static let hosts = ["hp-cloud", "hp-txn", "hp-sdk"]

    private static let fixed: [String: HandpointCall] = [
        "GET devices": .devices, "GET initialize": .devices, "GET transactions": .feed,
        "POST transactions": .startTransaction, "POST reversal": .reversal, "POST moto/sale": .motoSale,
        "POST moto/refund": .motoRefund, "POST moto/reversal": .motoReversal, "POST batch/close": .batchClose,
        "POST batch/summary": .batchSummary, "POST batch/detail": .batchDetail,
        "POST sdk/financial/v1/tipadjustment": .sdkTip,
    ]

    private static func read(_ words: [String]) -> HandpointCall? {
        switch (words[2], words.count) {
        case ("status", 3): .status(reference: words[1], selector: "first")
        case ("status", _): .status(reference: words[1], selector: words[3])
        case ("token", 3): .token(guid: words[1])
        default: nil
        }
    }
}
