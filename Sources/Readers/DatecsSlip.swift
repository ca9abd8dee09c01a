import Datecs
import EMV
import Payments

/// The slip that the customer signs, in plain lines: what it shows, the reader gave. It has no words of its own, so it is
/// the same in every language. *own choice* (datecs.md 11)
enum DatecsSlip {
    static func text(_ record: Record, _ request: ReaderRequest) -> String {
        let merchant: [Tag] = [.merchantTitle, .merchantName, .merchantAddress, .merchantCity]
        let card = [record.text(.scheme), record.text(.maskedCard)]
        let numbers = [
            record.text(.terminalID).map { "TID \($0)" }, record.text(.merchantID).map { "MID \($0)" },
            record.rrn.map { "RRN \($0)" }, record.authorization.map { "AUTH \($0)" },
        ]
        let unit = request.operation.isInPoints ? "PTS" : request.money.currency.alpha
        let amount = "\(request.money.decimal) \(unit)"
        let lines: [String] =
            merchant.compactMap { record.text($0) } + [line(card)] + numbers.compactMap(\.self)
            + ["", amount, "", "X ______________________"]
        return lines.joined(separator: "\n")
    }

    private static func line(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: "  ") }
}
