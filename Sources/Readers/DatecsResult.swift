import Datecs
import EMV
import Payments
import Time

/// Turns what a reader says of a transaction into the result that the till shows. Source: datecs.md 9.2, 11.
enum DatecsResult {
    static func make(_ record: Record) -> Payments.TransactionResult {
        var result = Payments.TransactionResult(finStatus: "UNDEFINED")
        result.financialResult = record.result.flatMap { Int(exactly: $0.rawValue) }
        result.type = record.transactionType?.operation?.datecsWord ?? record.transactionType?.name
        result.requestedAmount = record.amount.flatMap { Int64(exactly: $0) }
        result.gratuityAmount = record.tip.flatMap { Int64(exactly: $0) }
        result.currency = record.currency.flatMap { Currency(numeric: UInt16(clamping: $0)) }?.alpha
        result.eftTransactionID = word(record.rrn)
        result.transactionID = record.stan.map { String($0) }
        result.eftTimestamp = record.moment.map(timestamp)
        result.authorisationCode = word(record.authorization)
        result.cardSchemeName = word(record.text(.scheme)) ?? record.issuer?.name ?? record.contactlessScheme?.name
        result.maskedCardNumber = word(record.text(.maskedCard))
        result.cardEntryType = record.entryMode.map(entryType)
        result.verificationMethod = verification(record)
        result.statusMessage = message(record)
        result.raw = Payments.TransactionResult.RawResult(
            header: code(record.error ?? .ok), result: result.financialResult,
            fields: Detail(name: "Record", text: "", children: record.objects.map(detail)))
        return result
    }

    /// Four digits, as HEFT's header has them; the E tells that it is a Datecs reader's number. *own choice*
    static func code(_ status: Status) -> String { String(number(status), radix: 16, uppercase: true) }

    /// The reader's number behind E000.
    static func number(_ status: Status) -> UInt16 { 0xE000 | UInt16(UInt8(clamping: status.rawValue)) }

    /// The host's answer says more than the reader's number, which was 1 on plain declines. *seen*
    private static func message(_ record: Record) -> String? {
        if let response = record.hostResponse, response != .approved {
            let number = response.rawValue < 10 ? "0\(response.rawValue)" : "\(response.rawValue)"
            return response.name.map { "\(number) \($0)" } ?? number
        }
        guard record.result != .approved, let error = record.error, error != .ok else { return nil }
        return error.name ?? "\(error.rawValue)"
    }

    /// In the words that the till has for HEFT readers. *own choice*
    private static func entryType(_ mode: EntryMode) -> String {
        switch mode {
        case .chip: "ICC"
        case .contactless: "NFC"
        case .stripe: "MSR"
        case .keyed: "CNP"
        default: "UNDEFINED"
        }
    }

    private static func verification(_ record: Record) -> String? {
        if record.signature == .cardholder { return "SIGNATURE" }
        return record.pinEntered.map { $0 ? "PIN" : "NO_VERIFICATION" }
    }

    private static func timestamp(_ moment: CivilTime) -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let parts = [moment.month, moment.day, moment.hour, moment.minute, moment.second]
        return digits(moment.year, 4) + parts.map { digits($0, 2) }.joined()
    }

    private static func word(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    /// An object as support reads it: numbers and digits as such, bytes in hexadecimal digits.
    private static func detail(_ object: TLV) -> Detail {
        guard let value = object.value else {
            return Detail(name: object.tag.text, text: "", children: [])
        }
        let text: String? =
            switch object.tag.format?.kind {
            case .number: Record([object]).number(object.tag).map { String($0) }
            case .digits: Record([object]).bcd(object.tag).map { String($0) }
            case .text: Record([object]).text(object.tag)
            case .bytes, nil: nil
            }
        return Detail(name: object.tag.format?.name ?? object.tag.text, text: text ?? hex(value), children: [])
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
