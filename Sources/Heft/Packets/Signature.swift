import Wire

/// R010. Source: heft.md 5.3.
public struct SignatureRequest: Hashable, Sendable {
    /// The merchant's copy: HTML, a URL or a base64 image.
    public var receipt: [UInt8]
    public var xml: XMLText

    public init(receipt: [UInt8], xml: XMLText) {
        self.receipt = receipt
        self.xml = xml
    }
}

extension SignatureRequest {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        receipt = try reader.block(countBytes: 2, "receipt")
        xml = try reader.xml("xml")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(block: receipt, countBytes: 2)
        bytes.append(block: xml.bytes, countBytes: 4)
        return bytes
    }
}
