import Datecs
import Payments

/// What has to be known before a payment begins: the batch, the reader's currency, and the last record of its log.
/// Nothing of the payment was said to the reader. Source: datecs.md 12.3.
struct DatecsMarking: Hashable, Sendable {
    let request: ReaderRequest
    let start: TransactionStart
    var mark = ReaderMark(batch: nil, lastRecord: nil)
    /// The till was told, and decides.
    var isTold = false
}
