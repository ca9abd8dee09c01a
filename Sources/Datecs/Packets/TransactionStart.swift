import EMV
public import Time
import Wire

/// TRANSACTION START: a type and what belongs to it. Amounts are minor units of the reader's one currency, which a host
/// can't choose. Source: datecs.md 6.
public struct TransactionStart: Hashable, Sendable {
    public var type: TransactionType
    public var parameters: Record

    public init(_ type: TransactionType, _ parameters: Record = Record()) {
        self.type = type
        self.parameters = parameters
    }
}

extension TransactionStart {
    public static let endOfDay = TransactionStart(.endOfDay)
    public static let testConnection = TransactionStart(.testConnection)
    public static let update = TransactionStart(.update)
    public static let loyaltyBalance = TransactionStart(.loyaltyBalance, amount: 0)

    /// A type that needs nothing but an amount.
    public init(_ type: TransactionType, amount: UInt32) {
        self.init(type, Record([TLV(.amount, number: amount)]))
    }

    /// - Parameter amount: in all, the tip included.
    public static func purchase(_ amount: UInt32, tip: UInt32? = nil) -> TransactionStart {
        var start = TransactionStart(.purchase, amount: amount)
        if let tip { start.parameters.objects.append(TLV(.tip, number: tip)) }
        return start
    }

    /// - Parameter amount: without the cash.
    public static func purchase(_ amount: UInt32, cashback: UInt32) -> TransactionStart {
        var start = TransactionStart(.purchaseWithCashback, amount: amount)
        start.parameters.objects.append(TLV(.cashback, number: cashback))
        return start
    }

    /// - Returns: nil where the reference isn't 1 to 127 characters of Windows-1251.
    public static func purchase(_ amount: UInt32, reference: String) -> TransactionStart? {
        guard let reference = TLV(.reference, sendable: reference) else { return nil }
        var start = TransactionStart(.purchaseWithReference, amount: amount)
        start.parameters.objects.append(reference)
        return start
    }

    /// What refers to an earlier transaction: a capture, a void, a refund.
    /// - Parameters:
    ///   - rrn: DF07 of the original's result. *seen twice*
    ///   - authorization: DF08 of the original's result.
    ///   - tip: the original's.
    ///   - cashback: the original's.
    /// - Returns: nil where a text isn't 1 to 127 characters of Windows-1251.
    public static func following(
        _ type: TransactionType, amount: UInt32, rrn: String, authorization: String, tip: UInt32? = nil,
        cashback: UInt32? = nil
    ) -> TransactionStart? {
        guard let rrn = TLV(.originalRRN, sendable: rrn),
            let authorization = TLV(.originalAuthorization, sendable: authorization)
        else { return nil }
        var start = TransactionStart(type, amount: amount)
        if let tip { start.parameters.objects.append(TLV(.tip, number: tip)) }
        if let cashback { start.parameters.objects.append(TLV(.cashback, number: cashback)) }
        start.parameters.objects += [rrn, authorization]
        return start
    }

    /// The same with the till's date and time, which any type may have. *seen twice*
    public func dated(_ moment: CivilTime) -> TransactionStart {
        let date = moment.year % 100 * 10_000 + moment.month * 100 + moment.day
        let time = moment.hour * 10_000 + moment.minute * 100 + moment.second
        var start = self
        start.parameters.objects += [TLV(.date, bcd: date), TLV(.time, bcd: time)]
        return start
    }
}

extension TransactionStart {
    init(_ reader: inout ByteReader) throws(WireError) {
        self.init(TransactionType(rawValue: try reader.uint8("type")), try Record(&reader))
    }

    var fields: [UInt8] { [type.rawValue] + [UInt8](parameters.objects) }
}

extension TLV {
    /// Readers have only ever seen lengths of one byte, so longer texts are refused. *own choice* (datecs.md 9.1)
    fileprivate init?(_ tag: Tag, sendable text: String) {
        let bytes = text.windows1251
        guard (1...TLV.longestShortValue).contains(bytes.count), String(windows1251: bytes) == text else { return nil }
        self.init(tag, bytes)
    }
}
