/// What a walk through the journal found.
public struct ChainReport: Hashable, Sendable {
    public enum Fault: Hashable, Sendable {
        /// A row's hash doesn't fit its content.
        case changed(row: Int64)
        /// Rows are gone: the first and the last of them.
        case missing(first: Int64, last: Int64)
        /// A row fits its own hash, but doesn't follow the row before it.
        case unlinked(row: Int64)
        /// Rows are gone from the end, or stand there without having been appended by a till.
        case end
        /// A row holds what this program can't read.
        case unreadable(row: Int64)
        /// The list of unresolved payments is not what the rows say.
        case unresolvedList
        /// The tables that find rows name others than there are.
        case index
        /// SQLite finds the file itself inconsistent.
        case file
    }

    /// How many rows were read.
    public var rows: Int64
    /// In the order of the journal.
    public var faults: [Fault]

    public init(rows: Int64, faults: [Fault]) {
        self.rows = rows
        self.faults = faults
    }

    public var isSound: Bool { faults.isEmpty }
}
