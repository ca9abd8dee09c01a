import Wire

/// The payload of F000 to F030 and F070. Source: heft.md 4.1.
public struct FinanceRequest: Hashable, Sendable {
    /// ISO 4217 number, at most 9999.
    public var currency: UInt16
    /// Minor units.
    public var amount: UInt32
    public var cardPresent: Bool
    /// The original transaction's GUID, at most 255 bytes of ASCII; nil where the field is absent.
    public var transactionID: String?
    /// Only with a transaction id, if an empty one.
    public var xml: XMLText?

    public init(
        currency: UInt16, amount: UInt32, cardPresent: Bool = true, transactionID: String? = nil, xml: XMLText? = nil
    ) {
        self.currency = currency
        self.amount = amount
        self.cardPresent = cardPresent
        self.transactionID = transactionID
        self.xml = xml
    }
}

extension FinanceRequest {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        let currency = UInt16(try reader.bcd(2, "currency"))
        let amount = try reader.uint32("amount")
        let cardPresent = try reader.flag("cardPresent")
        self.init(currency: currency, amount: amount, cardPresent: cardPresent)
        if !reader.isAtEnd { transactionID = try reader.ascii(countBytes: 1, "transactionID") }
        if !reader.isAtEnd { xml = try reader.xml("xml") }
        try reader.expectEnd("xml")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bcd: Int(currency), count: 2)
        bytes.append(bigEndian: amount)
        bytes.append(cardPresent ? 1 : 0)
        if transactionID != nil || xml != nil { bytes.append(block: (transactionID ?? "").ascii, countBytes: 1) }
        if let xml { bytes.append(block: xml.bytes, countBytes: 4) }
        return bytes
    }
}
