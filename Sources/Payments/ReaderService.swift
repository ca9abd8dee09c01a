public import Time

/// What a reader does for the shop besides payments (rows H14 to H16). No money moves.
public enum ReaderService: Hashable, Sendable {
    /// Looks for new software and settings at its own host.
    case update
    case setLogLevel(LogLevel)
    case clearLog
    case fetchLog
    /// Asks the acquirer whether it answers.
    case testConnection
    /// Closes the reader's day: its log goes to the acquirer, and is empty then.
    case endOfDay
    /// Asks for a card, and how many points its holder has.
    case loyaltyBalance
    /// Reads the reader's clock; what the till's own shows meanwhile.
    case clock(ours: CivilTime)
    /// Sets the reader's clock, then reads it.
    case setClock(CivilTime)
    /// Asks which keys the reader has.
    case keys
    /// Asks what the reader's own menu says of it.
    case menu
    /// Reads barcodes until it is stopped, or as its options say.
    case scan(ScanOptions)
}

extension ReaderService {
    /// It waits for somebody, and can be told to stop.
    public var canBeStopped: Bool {
        switch self {
        case .scan, .loyaltyBalance: true
        case .update, .setLogLevel, .clearLog, .fetchLog, .testConnection, .endOfDay, .clock, .setClock, .keys, .menu:
            false
        }
    }
}

/// How much a reader writes into its own log. The numbers are those of the wire. Source: heft.md 5.5.
public enum LogLevel: UInt8, Hashable, Sendable, CaseIterable {
    case none = 0
    case error, info, full, debug

    /// As people write it.
    public var name: String { "\(self)" }

    public init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }
}

/// How a reader scans. Source: heft.md 5.6.
public struct ScanOptions: Hashable, Sendable {
    /// One code after the other; otherwise the first one ends it.
    public var multiScan: Bool
    /// Only while the reader's button is pressed.
    public var buttonMode: Bool
    /// After how long without a code the reader gives up.
    public var timeoutSeconds: UInt16

    /// The defaults are the reader's. *seen*
    public init(multiScan: Bool = true, buttonMode: Bool = true, timeoutSeconds: UInt16 = 60) {
        self.multiScan = multiScan
        self.buttonMode = buttonMode
        self.timeoutSeconds = timeoutSeconds
    }
}

/// How a service ended.
public enum ReaderServiceResult: Hashable, Sendable {
    /// `restarting`: the reader is about to, and comes back with what is new.
    case updated(restarting: Bool)
    case levelSet(LogLevel)
    case logCleared
    /// As the reader wrote it, one line after the other.
    case log(String)
    case logEmpty
    /// The acquirer answers.
    case connectionTested
    /// The day is closed; what it came to.
    case dayClosed([DayTotal])
    /// What the card's holder has; nil where the reader doesn't say.
    case points(Int64?)
    case clock(ReaderClockReading)
    case keys(ReaderKeys)
    case menu(ReaderMenu)
    /// Stopped, timed out, or done after the one code that was wanted.
    case scannerOff
    /// The reader did not do it; its status, or 0 where its answer could not be read.
    case refused(statusCode: UInt16)
}
