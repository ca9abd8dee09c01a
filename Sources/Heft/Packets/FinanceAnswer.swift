import Wire

/// The payload of F001 to F071. Source: heft.md 4.2.
public struct FinanceAnswer: Hashable, Sendable {
    /// The result byte as it came, restart flag (0x80) included.
    public var resultByte: UInt8
    /// Minor units.
    public var authorisedAmount: UInt32
    /// GUID as ASCII.
    public var transactionID: [UInt8]
    /// HTML or a URL, at most 65,535 bytes, not always valid UTF-8.
    public var merchantReceipt: [UInt8]
    public var customerReceipt: [UInt8]
    public var xml: XMLText

    public init(
        resultByte: UInt8, authorisedAmount: UInt32, transactionID: [UInt8] = [], merchantReceipt: [UInt8] = [],
        customerReceipt: [UInt8] = [], xml: XMLText
    ) {
        self.resultByte = resultByte
        self.authorisedAmount = authorisedAmount
        self.transactionID = transactionID
        self.merchantReceipt = merchantReceipt
        self.customerReceipt = customerReceipt
        self.xml = xml
    }

    /// What happened to the money, by the result byte. Source: heft.md 6.3.
    public var result: FinancialResult { FinancialResult(rawValue: resultByte & 0x7F) }
    public var isRestarting: Bool { resultByte & 0x80 != 0 }
}

extension FinanceAnswer {
    /// Nil where the payload is too short to be one: an error answer. Source: heft.md 4.2.
    init?(payload: ByteReader) throws(WireError) {
        guard payload.remaining > 6 else { return nil }
        var reader = payload
        resultByte = try reader.uint8("resultByte")
        authorisedAmount = try reader.uint32("authorisedAmount")
        transactionID = try reader.block(countBytes: 1, "transactionID")
        merchantReceipt = try reader.block(countBytes: 2, "merchantReceipt")
        customerReceipt = try reader.block(countBytes: 2, "customerReceipt")
        xml = try reader.xml("xml")
    }

    var payload: [UInt8] {
        var bytes = [resultByte]
        bytes.append(bigEndian: authorisedAmount)
        bytes.append(block: transactionID, countBytes: 1)
        bytes.append(block: merchantReceipt, countBytes: 2)
        bytes.append(block: customerReceipt, countBytes: 2)
        bytes.append(block: xml.bytes, countBytes: 4)
        return bytes
    }
}
