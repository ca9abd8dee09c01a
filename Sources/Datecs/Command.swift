public import EMV
public import Time

/// What a host asks of a reader. Source: datecs.md 5, 7.
public enum Command: Hashable, Sendable {
    case ping
    case start(TransactionStart)
    /// Only between COMPLETE and TRANSACTION END. *seen twice*
    case receiptTags([Tag])
    /// Nil is the short form, which means `.ok`.
    case end(TransactionEnd?)
    case reportTags(ReportCursor, [Tag])
    case reportInfo
    case pinpadInfo
    case clock
    case setClock(CivilTime)
    /// An emergency command.
    case deleteBatch(ServicePassword)
    /// An emergency command.
    case clearReversal(ServicePassword)
    case pinpadStatus
    case menuInfo
    case publicKeys
    case symmetricKeys
    case editCommunication(Record)
    case keys(KeyOperation)
    case checkPassword(PasswordKind, ServicePassword)
    /// The number is an integer here, though tag 9F41 has it in BCD.
    case reportTagsBySTAN(UInt32, [Tag])
    /// Counted from 0, as in the event's list.
    case selectApplication(UInt8)
    case readerState
    case terminalTags([Tag])
    /// Bytes from the acquirer, at most the reader's MTU; there is no socket id.
    case receiveData([UInt8])
    case confirmEvent(EventConfirmation)
    case maxMTU

    /// A command outside the tables or of the older engine; it has at least its second byte.
    case other(Message)
}

extension Command {
    /// The RECEIVE DATA that carry all the bytes, in order: each one full but the last. *seen* (datecs.md 7)
    /// - Parameter mtu: bytes in each; taken as the nearest of 1 to 4095.
    public static func receive(_ bytes: [UInt8], mtu: Int) -> [Command] {
        let size = min(max(mtu, 1), Frame.largestData - 1)
        return stride(from: 0, to: bytes.count, by: size).map { start in
            .receiveData(Array(bytes[start..<min(start + size, bytes.count)]))
        }
    }
}

/// TRANSACTION END. What `.fail` does to an approved payment is not known, so it never undoes one. *own choice*
/// (datecs.md 12.1)
public enum TransactionEnd: UInt16, Hashable, Sendable {
    /// Also breaks a running transaction off.
    case fail = 0
    case ok = 1
}

/// Which record of its log a reader shows. NEXT and PREVIOUS go from the last one shown. *inferred*
public struct ReportCursor: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let first = ReportCursor(rawValue: 0x0001)
    public static let next = ReportCursor(rawValue: 0x0002)
    public static let last = ReportCursor(rawValue: 0x0003)
    public static let previous = ReportCursor(rawValue: 0x0004)
    /// All of them, each as an event.
    public static let all = ReportCursor(rawValue: 0x0010)
}

/// What KEYS COMMAND does: the even ones use the host link, the odd ones a security module on the reader's cable.
public struct KeyOperation: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let initialise = KeyOperation(rawValue: 1)
    public static let initialiseRemote = KeyOperation(rawValue: 2)
    public static let update = KeyOperation(rawValue: 3)
    public static let updateRemote = KeyOperation(rawValue: 4)
    public static let decommission = KeyOperation(rawValue: 5)
    public static let decommissionRemote = KeyOperation(rawValue: 6)
}

/// Whose password CHECK PASSWORD means; 3 to 5 are the customer's own.
public struct PasswordKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let merchant = PasswordKind(rawValue: 1)
    public static let bank = PasswordKind(rawValue: 2)
    public static let `internal` = PasswordKind(rawValue: 6)
}

/// A password of the reader's own menu, as it goes over the wire: in clear. Can't be printed.
public struct ServicePassword: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    public var description: String { "password" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
