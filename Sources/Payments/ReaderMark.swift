/// How far a reader's own log went before a payment began: what comes behind it can be that payment's record. Only of
/// readers that keep a log and don't hold results back (Datecs). Source: datecs.md 12.3.
public struct ReaderMark: Hashable, Sendable {
    /// The batch that was open; nil where the reader doesn't say.
    public var batch: Int?
    /// The running number of the last record; nil where the log was empty.
    public var lastRecord: Int?

    public init(batch: Int?, lastRecord: Int?) {
        self.batch = batch
        self.lastRecord = lastRecord
    }
}

extension ReaderMark {
    var json: JSONValue {
        .object([
            ("batch", batch.map { .integer(Int64($0)) }),
            ("lastRecord", lastRecord.map { .integer(Int64($0)) }),
        ])
    }

    init(json: JSONValue) {
        self.init(
            batch: json["batch"]?.integerValue.flatMap(Int.init(exactly:)),
            lastRecord: json["lastRecord"]?.integerValue.flatMap(Int.init(exactly:)))
    }
}
