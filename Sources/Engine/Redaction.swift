import Gateways
import Payments
import Readers
import Text

extension ReaderEvent {
    /// The event with every digit masked that could be a card's: nothing behind this point ever sees one.
    var masked: ReaderEvent {
        switch self {
        case .connected(var details):
            details.serialNumber = Masking.mask(details.serialNumber)
            details.applicationName = Masking.mask(details.applicationName)
            details.applicationVersion = Masking.mask(details.applicationVersion)
            details.battery = details.battery.map(Masking.mask)
            details.terminalID = details.terminalID.map(Masking.mask)
            return .connected(details)
        case .notice(var notice):
            notice.text = Masking.mask(notice.text)
            notice.detail = notice.detail?.masked
            return .notice(notice)
        case .signatureRequested(let id, let receipt, let seconds):
            return .signatureRequested(id: id, receipt: Masking.mask(receipt), secondsLeft: seconds)
        case .finished(let reading): return .finished(reading.masked)
        case .recovered(let reading): return .recovered(reading.masked)
        case .unended(let reading): return .unended(reading.masked)
        case .logRead(var log):
            for index in log.records.indices { log.records[index].reading = log.records[index].reading.masked }
            log.hung = log.hung.map(\.masked)
            return .logRead(log)
        case .scanned(let code): return .scanned(code: ScannedText.harmless(code))
        case .served(.log(let text)):
            return .served(.log(LogText.harmless(text)))
        case .served(.keys(var keys)):
            keys.publicKeys = keys.publicKeys?.map(Masking.mask)
            keys.symmetricKeys = keys.symmetricKeys?.map(Masking.mask)
            return .served(.keys(keys))
        case .served(.menu(let menu)): return .served(.menu(menu.masked))
        default: return self
        }
    }
}

extension ReaderMenu {
    fileprivate var masked: ReaderMenu {
        var copy = self
        copy.serialNumber = Masking.mask(serialNumber)
        copy.terminalID = Masking.mask(terminalID)
        copy.merchantID = Masking.mask(merchantID)
        copy.built = Masking.mask(built)
        copy.authorisationHost = Masking.mask(authorisationHost)
        copy.keyHost = Masking.mask(keyHost)
        copy.managementHost = Masking.mask(managementHost)
        return copy
    }
}

extension ReaderReading {
    fileprivate var masked: ReaderReading {
        var copy = self
        copy.result = result.masked
        copy.slip = slip.map(Masking.mask)
        return copy
    }
}

extension CloudFinding {
    /// As `ReaderEvent.masked`.
    var masked: CloudFinding {
        switch self {
        case .transactions(let transactions): .transactions(transactions.map(\.masked))
        case .booked(let transaction): .booked(transaction.masked)
        case .reversed(let id): .reversed(id: id.map(ShapedText.masked))
        case .notReversed, .tip, .refused, .trouble: self
        }
    }
}

extension CloudTransaction {
    fileprivate var masked: CloudTransaction {
        CloudTransaction(result: result.masked, reference: reference, serialNumber: serialNumber)
    }
}

extension JournalEntry.Change {
    /// What the journal keeps: no token.
    var withoutToken: JournalEntry.Change {
        switch self {
        case .intent, .mark, .relayed, .signature, .reversing, .tip: self
        case .outcome(let outcome, let result): .outcome(outcome, result.withoutToken)
        case .orphan(let outcome, let result): .orphan(outcome, result.withoutToken)
        }
    }
}

extension TransactionResult {
    /// Times, GUIDs and references are left alone only where they have the shape of one.
    fileprivate var masked: TransactionResult {
        var copy = self
        copy.statusMessage = statusMessage.map(Masking.mask)
        copy.errorMessage = errorMessage.map(Masking.mask)
        copy.maskedCardNumber = maskedCardNumber.map(Masking.mask)
        copy.customerReceipt = customerReceipt.map(Masking.mask)
        copy.merchantReceipt = merchantReceipt.map(Masking.mask)
        copy.chipTransactionReport = chipTransactionReport.map(Masking.mask)
        copy.transactionID = transactionID.map(Masking.mask)
        copy.authorisationCode = authorisationCode.map(Masking.mask)
        copy.eftTimestamp = eftTimestamp.map(ShapedText.masked)
        copy.eftTransactionID = eftTransactionID.map(ShapedText.masked)
        copy.originalEFTTransactionID = originalEFTTransactionID.map(ShapedText.masked)
        copy.raw?.fields = raw?.fields?.masked
        return copy
    }

    var withoutToken: TransactionResult {
        var copy = self
        copy.cardToken = nil
        copy.raw?.fields = raw?.fields?.without("CardToken")
        return copy
    }
}

extension Detail {
    fileprivate var masked: Detail {
        let isOurs = name == "CustomerReference"
        return Detail(
            name: name, text: isOurs ? text : ShapedText.masked(text), children: children.map(\.masked))
    }

    fileprivate func without(_ unwanted: String) -> Detail {
        Detail(
            name: name, text: text,
            children: children.filter { $0.name != unwanted }.map { $0.without(unwanted) })
    }
}

enum ShapedText {
    /// The text as it is where it has the shape of a time or a GUID, else with card numbers masked.
    static func masked(_ text: String) -> String {
        isTimestamp(text) || isGUID(text) ? text : Masking.mask(text)
    }

    /// `YYYYMMDDhhmmss` of this century or the last, with a month and a day that exist.
    static func isTimestamp(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 14, digits.allSatisfy((0...9).contains) else { return false }
        func number(_ start: Int) -> Int { digits[start] * 10 + digits[start + 1] }
        return [19, 20].contains(number(0)) && (1...12).contains(number(4)) && (1...31).contains(number(6))
            && number(8) < 24 && number(10) < 60 && number(12) < 60
    }

    /// Eight, four, four, four and twelve hexadecimal digits.
    static func isGUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
    }
}

/// What a scanner has read: text from outside, like any other.
enum ScannedText {
    /// Longer than any barcode; the rest is dropped. *own choice*
    static let longest = 4096

    /// The code on one line, with card numbers masked. What an article carries by its form is no card number, although
    /// it may be as long as one.
    static func harmless(_ code: String) -> String {
        let text = printable(String(code.prefix(longest)))
        return isArticle(text) ? text : Masking.mask(text)
    }

    /// Eight, twelve or thirteen digits, the last of which is the check digit. Source: GS1 General Specifications 7.9.
    static func isArticle(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard [8, 12, 13].contains(digits.count), digits.allSatisfy((0...9).contains) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return sum.isMultiple(of: 10)
    }
}

/// A reader's own log: text from outside, and nobody knows what a reader writes there.
enum LogText {
    /// Line by line, with card numbers masked and without the empty end.
    static func harmless(_ text: String) -> String {
        var lines = printableLines(text)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Masking.mask(lines.joined(separator: "\n"))
    }
}
