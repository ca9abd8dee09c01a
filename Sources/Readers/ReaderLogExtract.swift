public import Payments

/// What stands in a reader's log behind a mark. Source: datecs.md 12.3.
public struct ReaderLogExtract: Hashable, Sendable {
    /// The batch that is open; nil where the reader doesn't say.
    public var batch: Int?
    /// Oldest first.
    public var records: [ReaderLogRecord]
    /// The record of the mark was met, or the log began empty then and is whole now: nothing is missing in between.
    public var isWhole: Bool
    /// Results that hung and are through now, and that the log may not show.
    public var hung: [ReaderReading]

    public init(batch: Int?, records: [ReaderLogRecord], isWhole: Bool, hung: [ReaderReading] = []) {
        self.batch = batch
        self.records = records
        self.isWhole = isWhole
        self.hung = hung
    }
}

/// One record of a reader's log.
public struct ReaderLogRecord: Hashable, Sendable {
    /// Its running number (STAN).
    public var number: Int
    public var kind: Kind
    public var reading: ReaderReading

    public enum Kind: Hashable, Sendable {
        case payment(PaymentIntent.Operation)
        /// A test, an end of day, an update: no money.
        case service
        /// Money may have moved, and the till has no word for it.
        case other
    }

    public init(number: Int, kind: Kind, reading: ReaderReading) {
        self.number = number
        self.kind = kind
        self.reading = reading
    }
}
