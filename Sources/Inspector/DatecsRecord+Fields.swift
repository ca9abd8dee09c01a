import Datecs
import EMV
import Text

extension Record {
    /// Each data object under its name, or its tag where it has none.
    var fields: [DecodedField] { objects.map { DecodedField($0, in: self) } }

    /// What a code means, where there is a table for it.
    fileprivate func meaning(of tag: Tag) -> String? {
        switch tag {
        case .result: result?.name
        case .error: error?.name
        case .hostResponse: hostResponse?.name
        case .transactionType: transactionType?.name
        case .recordState: state?.name
        case .signature: signature?.name
        case .entryMode: entryMode?.name
        case .contactlessScheme: contactlessScheme?.name
        case .issuer: issuer?.name
        default: nil
        }
    }
}

extension DecodedField {
    fileprivate init(_ object: TLV, in record: Record) {
        let name = object.tag.format?.name ?? object.tag.text
        switch object.content {
        case .objects(let inner): self.init(name, children: Record(inner).fields)
        case .value(let bytes): self.init(name, Self.text(of: object.tag, bytes, in: record))
        }
    }

    /// Nobody needs these to find a fault.
    private static let hidden: Set<Tag> = [.password, .accessPointPassword, .cardholder, .cryptogram]

    /// The length alone where a value is hidden, or outside the table: nothing says what that may be.
    private static func text(of tag: Tag, _ bytes: [UInt8], in record: Record) -> String {
        guard let format = tag.format, !hidden.contains(tag) else { return "\(bytes.count) bytes" }
        let text =
            switch format.kind {
            case .number:
                record.number(tag).map { number in
                    String(number) + (record.meaning(of: tag).map { " " + $0 } ?? "")
                } ?? ""
            case .text: record.text(tag) ?? ""
            case .digits: hex(bytes)
            case .bytes: tag == .secondAddress ? address(bytes) : hex(bytes)
            }
        return Masking.mask(printable(text))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// Four bytes, though the protocol's text has it as text. *seen*
    private static func address(_ bytes: [UInt8]) -> String {
        bytes.count == 4 ? bytes.map { String($0) }.joined(separator: ".") : String(decoding: bytes, as: UTF8.self)
    }
}
