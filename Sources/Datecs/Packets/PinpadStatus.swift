import Wire

/// The answer to GET PINPAD STATUS: what hangs, and what must be done before a payment. Source: datecs.md 5.
public struct PinpadStatus: Hashable, Sendable {
    public var pending: PendingWork
    public var demand: Demand

    public init(pending: PendingWork = .none, demand: Demand = .none) {
        self.pending = pending
        self.demand = demand
    }

    init(_ reader: inout ByteReader) throws(WireError) {
        pending = PendingWork(rawValue: try reader.uint8("pending"))
        demand = Demand(rawValue: try reader.uint8("demand"))
    }

    var fields: [UInt8] { [pending.rawValue, demand.rawValue] }
}

/// What an earlier transaction has left behind.
public struct PendingWork: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let none = PendingWork(rawValue: 0x00)
    /// 'R': a request went out and no answer came; the next transaction reverses it. *inferred*
    public static let reversal = PendingWork(rawValue: 0x52)
    /// 'C': a finished result was never confirmed. *inferred*
    public static let hung = PendingWork(rawValue: 0x43)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .none: "none"
        case .reversal: "reversal"
        case .hung: "hung transaction"
        default: nil
        }
    }
}

/// What the reader wants done before anything else.
public struct Demand: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let none = Demand(rawValue: 0)
    public static let endOfDay = Demand(rawValue: 1)
    /// Version 3 of the protocol. *seen*
    public static let update = Demand(rawValue: 2)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .none: "none"
        case .endOfDay: "end of day"
        case .update: "parameter update"
        default: nil
        }
    }
}

/// The answer to GET CARD READER STATE. Source: datecs.md 5.
public struct ReaderState: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let idle = ReaderState(rawValue: 1)
    public static let started = ReaderState(rawValue: 2)
    public static let selectingApplication = ReaderState(rawValue: 3)
    public static let pinEntry = ReaderState(rawValue: 4)
    public static let online = ReaderState(rawValue: 5)

    /// Nil outside the table.
    public var name: String? {
        let names = ["idle", "transaction started", "selecting application", "PIN entry", "online authorization"]
        return (1...names.count).contains(Int(rawValue)) ? names[Int(rawValue) - 1] : nil
    }
}

/// The answer to the older engine's BATTERY. Source: datecs.md 16.
public struct EngineBattery: Hashable, Sendable {
    public var percent: UInt8
    /// 01 charging, 02 low, 04 very low, 08 external power.
    public var flags: UInt8
    /// Its unit is not known.
    public var voltage: UInt8

    public init(percent: UInt8, flags: UInt8, voltage: UInt8) {
        self.percent = percent
        self.flags = flags
        self.voltage = voltage
    }

    init(_ reader: inout ByteReader) throws(WireError) {
        percent = try reader.uint8("percent")
        flags = try reader.uint8("flags")
        voltage = try reader.uint8("voltage")
    }

    var fields: [UInt8] { [percent, flags, voltage] }

    public var isCharging: Bool { flags & 0x01 != 0 }
    public var isLow: Bool { flags & 0x06 != 0 }
    public var hasExternalPower: Bool { flags & 0x08 != 0 }
}
