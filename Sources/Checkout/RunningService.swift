public import Payments
public import Time

/// Something besides a payment that a reader does.
public struct RunningService: Hashable, Sendable {
    public var service: ReaderService
    public var startedAt: Uptime
    /// What the reader has told of it so far.
    public var done = 0
    /// The reader has said that it sends something, and has not asked for it yet.
    var hasAnnounced = false
    public var cancelAllowed: Bool
    public var stopRequested = false

    /// What a reader says before it sends something to its host. Source: heft.md 6.1. *seen*
    static let announcements: Set<UInt16> = [0x0021, 0x0040]

    init(_ service: ReaderService, startedAt: Uptime) {
        self.service = service
        self.startedAt = startedAt
        // A scanner may be stopped from the start, although no event says so. Source: heft.md 5.6.
        if case .scan = service { cancelAllowed = true } else { cancelAllowed = false }
    }
}

/// What a console shows of services, those that have ended included.
public struct ServiceNews: Hashable, Sendable {
    public private(set) var log: [String] = []
    /// The codes of the last scan, oldest first.
    public private(set) var codes: [String] = []
    /// What the day that was closed last came to.
    public private(set) var totals: [DayTotal] = []
    /// The level that was set last on this connection; nil where none was.
    public private(set) var level: LogLevel?
    /// What the reader said last of an update.
    public private(set) var notice: ReaderNotice?
    /// The reader has said that it has no scanner.
    public private(set) var scannerIsMissing = false
    /// The service that ended last, and how; numbered, so that two equal ones are told apart.
    public private(set) var ended: EndedService?
    public private(set) var endedCount = 0

    /// More than a shop scans at once; older ones are gone. *own choice*
    public static let codeLimit = 500

    public init() {}

    /// Takes what an event tells.
    public mutating func note(_ event: TillEvent) {
        switch event {
        case .connected:
            level = nil
            scannerIsMissing = false
        case .serving(let service):
            notice = nil
            if case .scan = service { codes = [] }
        case .progress(_, let notice): self.notice = notice ?? self.notice
        case .scanned(let code):
            if codes.count == Self.codeLimit { codes.removeFirst() }
            codes.append(code)
        case .served(let service, let result): end(service, result)
        default: break
        }
    }

    private mutating func end(_ service: ReaderService, _ result: ReaderServiceResult) {
        switch result {
        case .levelSet(let level): self.level = level
        case .log(let text): log = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .logEmpty, .logCleared: log = []
        case .refused(let status): scannerIsMissing = scannerIsMissing || status == TillFault.noScanner
        case .dayClosed(let totals): self.totals = totals
        case .updated, .scannerOff, .connectionTested, .points, .clock, .keys, .menu: break
        }
        ended = EndedService(service: service, result: result)
        endedCount += 1
    }
}

/// A service that is over.
public struct EndedService: Hashable, Sendable {
    public var service: ReaderService
    public var result: ReaderServiceResult
}
