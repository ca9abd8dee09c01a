public import Time

/// A batch of one reader that is closed: what is in it is settled.
public struct ClosedBatch: Hashable, Sendable {
    public var at: WallTime
    /// How long the ledger was then.
    var end: Int
}

/// What a reader did from one closing to the next.
public struct Batch: Hashable, Sendable {
    /// The first batch is 1.
    public var number: Int
    /// Nil while it is open.
    public var closedAt: WallTime?
    public var transactions: [KnownTransaction]
}

/// Why there is no batch, or none to close. The raw value is the gateway's word. Source: gateways.md B.4.
public enum BatchRefusal: String, Error, Hashable, Sendable {
    case alreadyClosed = "BATCH_ALREADY_CLOSED"
    case empty = "NO_TRANSACTIONS"
    case unknownNumber = "BATCH_NUM_ERR_005"
}

extension AcquirerMind {
    /// A batch of a reader; without a number the one that is open.
    public func batch(of serialNumber: String, _ number: Int? = nil) throws(BatchRefusal) -> Batch {
        let closed = closed[serialNumber] ?? []
        let number = number ?? closed.count + 1
        guard (1...closed.count + 1).contains(number) else { throw .unknownNumber }
        let start = number == 1 ? 0 : closed[number - 2].end
        let isClosed = number <= closed.count
        let end = isClosed ? closed[number - 1].end : ledger.count
        return Batch(
            number: number, closedAt: isClosed ? closed[number - 1].at : nil,
            transactions: transactions(on: serialNumber).filter { ($0.number > start) && $0.number <= end })
    }

    /// Closes the open batch of a reader: what is in it can't be reversed any more, and its tips stand.
    public mutating func closeBatch(
        of serialNumber: String, _ number: Int? = nil, at: WallTime
    ) throws(BatchRefusal) -> Batch {
        let batch = try batch(of: serialNumber, number)
        guard batch.closedAt == nil else { throw .alreadyClosed }
        guard !batch.transactions.isEmpty else { throw .empty }
        closed[serialNumber, default: []].append(ClosedBatch(at: at, end: ledger.count))
        return try self.batch(of: serialNumber, batch.number)
    }

    func isSettled(_ position: Int) -> Bool {
        guard let serialNumber = ledger[position].serialNumber, let last = closed[serialNumber]?.last else {
            return false
        }
        return position < last.end
    }
}
