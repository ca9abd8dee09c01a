import EMV
public import Time
import Wire

/// What a reader says to a command. Source: datecs.md 3.1, 5, 7.
public struct Reply: Hashable, Sendable {
    public var status: Status
    public var content: Content

    public init(_ status: Status = .ok, _ content: Content = .nothing) {
        self.status = status
        self.content = content
    }

    public enum Content: Hashable, Sendable {
        case nothing
        /// Data objects of a receipt, of a log record or of the terminal. Those that don't exist are left out.
        case record(Record)
        /// How many records the log has. An empty log may give status 8 instead. *seen*
        case recordCount(UInt16)
        case pinpadInfo(PinpadInfo)
        case clock(CivilTime)
        case pinpadStatus(PinpadStatus)
        case menuInfo(MenuInfo)
        /// Lines that end with LF.
        case keyList(String)
        case readerState(ReaderState)
        /// Bytes that one RECEIVE DATA may have.
        case maxMTU(UInt16)
        case battery(EngineBattery)
        /// Data with an error status, or of a command outside the tables, or where no command is awaited.
        case other([UInt8])
    }
}

extension Reply {
    /// - Throws: `WireError` where the data aren't the command's. Data where none are due throw too: as a reply doesn't
    ///   name its command, that is how a late one to another command shows.
    init(_ message: Message, to awaited: CommandID?) throws(WireError) {
        let status = Status(rawValue: UInt32(message.status))
        guard let awaited, status == .ok else {
            self.init(status, message.data.isEmpty ? .nothing : .other(message.data))
            return
        }
        var reader = ByteReader(message.data, path: [awaited.text, "reply"], base: Frame.headerSize)
        self.init(status, try Self.content(of: awaited, &reader))
        try reader.expectEnd("data")
    }

    private static func content(of awaited: CommandID, _ reader: inout ByteReader) throws(WireError) -> Content {
        switch awaited {
        case .ping, .start, .end, .setClock, .deleteBatch, .clearReversal, .editCommunication, .keys, .checkPassword,
            .selectApplication, .receiveData, .confirmEvent:
            return .nothing
        case .receiptTags, .reportTags, .reportTagsBySTAN, .terminalTags: return .record(try Record(&reader))
        case .reportInfo: return .recordCount(try reader.uint16("count"))
        case .pinpadInfo: return .pinpadInfo(try PinpadInfo(&reader))
        case .clock: return .clock(try reader.clock("clock"))
        case .pinpadStatus: return .pinpadStatus(try PinpadStatus(&reader))
        case .menuInfo: return .menuInfo(try MenuInfo(&reader))
        case .publicKeys, .symmetricKeys: return .keyList(String(windows1251: reader.takeRest()))
        case .readerState: return .readerState(ReaderState(rawValue: try reader.uint8("state")))
        case .maxMTU: return .maxMTU(try reader.uint16("mtu"))
        case .engineBattery: return .battery(try EngineBattery(&reader))
        default:
            let bytes = reader.takeRest()
            return bytes.isEmpty ? .nothing : .other(bytes)
        }
    }

    /// A status that is more than a byte is taken as 255.
    public var message: Message {
        Message(code: Message.replyCode, status: UInt8(clamping: status.rawValue), data: data)
    }

    private var data: [UInt8] {
        switch content {
        case .nothing: []
        case .record(let record): [UInt8](record.objects)
        case .recordCount(let count): [UInt8](number: count)
        case .pinpadInfo(let info): info.fields
        case .clock(let clock): clock.fields
        case .pinpadStatus(let status): status.fields
        case .menuInfo(let info): info.fields
        case .keyList(let text): text.windows1251
        case .readerState(let state): [state.rawValue]
        case .maxMTU(let size): [UInt8](number: size)
        case .battery(let battery): battery.fields
        case .other(let bytes): bytes
        }
    }
}
