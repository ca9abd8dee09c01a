import Heft

/// The receipt that a cashier compares the signature with, in the form in which a reader sends it. Source: heft.md 5.3.
struct SignaturePaper {
    let quirks: Set<Quirk>
    /// The acquirer's GUID of the payment.
    let id: String

    /// - Parameter html: the merchant's copy, UTF-8.
    func bytes(_ html: [UInt8]) -> [UInt8] {
        if quirks.contains(.signatureURL) { return Array("https://receipts.example.com/merchant/\(id)".utf8) }
        if quirks.contains(.signatureBase64) { return Array(Self.image.utf8) }
        if quirks.contains(.bigSignature) { return Self.filled(html) }
        return Self.encoded(html, quirks)
    }

    /// Text as this reader writes it. Source: heft.md 9.3, 39.
    static func encoded(_ text: [UInt8], _ quirks: Set<Quirk>) -> [UInt8] {
        guard quirks.contains(.latin1Receipt) else { return text }
        return String(decoding: text, as: UTF8.self).unicodeScalars.map {
            UInt8(exactly: $0.value) ?? UInt8(ascii: "?")
        }
    }

    /// As long as its length field allows.
    private static func filled(_ html: [UInt8]) -> [UInt8] {
        let end = Array("</body></html>".utf8)
        var bytes = Array(html.dropLast(end.count))
        let line = Array("<div class=\"footer_text\">Thank you for your visit</div>".utf8)
        while bytes.count + line.count + end.count <= Int(UInt16.max) { bytes += line }
        bytes += end
        return bytes + Array(repeating: UInt8(ascii: " "), count: Int(UInt16.max) - bytes.count)
    }

    /// An image as base64 alone: lines of 76 characters, no padding, no `data:` before it.
    private static let image: String = {
        let digits = DemoReceipt.sign.filter { $0 != "=" }
        var lines: [Substring] = []
        var rest = digits[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(76))
            rest = rest.dropFirst(76)
        }
        return lines.joined(separator: "\r\n")
    }()
}
