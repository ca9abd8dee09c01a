import EMV
public import Time

/// The fields that a session or a receipt looks at. All are nil where the reader left them out.
extension Record {
    /// Minor units.
    public var amount: UInt64? { number(.amount) }
    public var cashback: UInt64? { number(.cashback) }
    public var tip: UInt64? { number(.tip) }
    public var result: TransactionResult? { number(.result).map(TransactionResult.init) }
    /// No verdict on its own: it was 1 on plain declines. *seen* (datecs.md 11)
    public var error: Status? { number(.error).map { Status(rawValue: UInt32(clamping: $0)) } }
    public var hostResponse: HostResponse? { number(.hostResponse).map(HostResponse.init) }
    public var stan: Int? { bcd(.stan) }
    public var rrn: String? { text(.rrn) }
    public var authorization: String? { text(.authorization) }
    /// Nil where it is no type's one byte.
    public var transactionType: TransactionType? {
        number(.transactionType).flatMap { UInt8(exactly: $0) }.map(TransactionType.init)
    }
    public var state: RecordState? { number(.recordState).map(RecordState.init) }
    public var signature: SignatureDemand? { number(.signature).map(SignatureDemand.init) }
    public var entryMode: EntryMode? { number(.entryMode).map(EntryMode.init) }
    public var pinEntered: Bool? { number(.pinEntered).map { $0 != 0 } }
    public var contactlessScheme: ContactlessScheme? { number(.contactlessScheme).map(ContactlessScheme.init) }
    public var issuer: CardIssuer? { number(.issuer).map(CardIssuer.init) }
    /// ISO 4217 number.
    public var currency: Int? { bcd(.currency) }
    public var cashbackLimit: UInt64? { number(.cashbackLimit) }
    public var needsPIN: Bool { number(.pinNeeded) == 1 }
    /// Of SELECT CHIP APPLICATION, in the order in which they are counted.
    public var applicationNames: [String] { texts(.applicationName) }

    /// Date and time as the reader's clock showed them; nil where one is missing or the calendar has no such moment.
    public var moment: CivilTime? {
        guard let date = bcd(.date), let time = bcd(.time) else { return nil }
        let moment = CivilTime(
            year: 2000 + date / 10_000, month: date / 100 % 100, day: date % 100, hour: time / 10_000,
            minute: time / 100 % 100, second: time % 100)
        let isReal =
            (1...12).contains(moment.month) && (1...31).contains(moment.day) && moment.hour < 24 && moment.minute < 60
            && moment.second < 60
        return isReal ? moment : nil
    }
}
