public import Time

/// What a reader's clock shows.
public struct ReaderClockReading: Hashable, Sendable {
    public var reader: CivilTime
    /// How far it is ahead of the till's own clock; negative where it is behind.
    public var secondsAhead: Int64
    /// It was set right before it was read.
    public var wasSet: Bool

    public init(reader: CivilTime, secondsAhead: Int64, wasSet: Bool) {
        self.reader = reader
        self.secondsAhead = secondsAhead
        self.wasSet = wasSet
    }
}

/// Which of its keys a reader says that it has. Source: datecs.md 14.
public enum ReaderKeyState: String, Hashable, Sendable, CaseIterable {
    case none, systemOnly, fine, manufacturerOnly, unknown, error
}

/// What a reader says of its keys: names and check values, never keys. As it wrote them; nil for what it can't say.
public struct ReaderKeys: Hashable, Sendable {
    public var state: ReaderKeyState?
    public var publicKeys: [String]?
    public var symmetricKeys: [String]?

    public init(state: ReaderKeyState? = nil, publicKeys: [String]? = nil, symmetricKeys: [String]? = nil) {
        self.state = state
        self.publicKeys = publicKeys
        self.symmetricKeys = symmetricKeys
    }
}

/// What a reader's own menu says of it. Text is as it came. Source: datecs.md 15.
public struct ReaderMenu: Hashable, Sendable {
    public var serialNumber = ""
    public var terminalID = ""
    public var merchantID = ""
    public var software = ""
    public var built = ""
    /// Its hosts, as `HOST:PORT`.
    public var authorisationHost = ""
    public var keyHost = ""
    public var managementHost = ""
    /// The numbers of the networks behind them.
    public var authorisationNetwork = 0
    public var keyNetwork = 0
    public var keys = ReaderKeyState.unknown

    public init() {}

    /// All but the keys, in order, with fixed names.
    public var fields: [(name: String, value: String)] {
        [
            ("serialNumber", serialNumber), ("terminalId", terminalID), ("merchantId", merchantID),
            ("software", software), ("built", built), ("authorisationHost", authorisationHost), ("keyHost", keyHost),
            ("managementHost", managementHost), ("authorisationNetwork", String(authorisationNetwork)),
            ("keyNetwork", String(keyNetwork)),
        ]
    }
}
