/// What a frame carries: two bytes of its header, and data. Source: datecs.md 3.1.
public struct Message: Hashable, Sendable {
    /// 00 for a reply, which doesn't say what it answers; else a command's or an event's first byte.
    public var code: UInt8
    /// A reply's status; 00 in all others.
    public var status: UInt8
    /// A command's or an event's second byte first. At most 4096 bytes.
    public var data: [UInt8]

    public init(code: UInt8, status: UInt8 = 0, data: [UInt8]) {
        self.code = code
        self.status = status
        self.data = data
    }

    /// In a reply's place of the code.
    public static let replyCode: UInt8 = 0x00
    /// Events of a payment application: the card, the payment, the host link. Source: datecs.md 3.1.
    static let eventCodes: [UInt8] = [0x0B, 0x0E, 0x0F]
    /// A payment application's commands, and those that lend it a connection.
    static let commandCodes: [UInt8] = [0x3D, 0x40]
    /// Commands of the older engine on the same frame: datecs.md 16.
    static let engineCodes: [UInt8] = Array(0x31...0x38) + [0x3C]
    /// Events of the older engine: buttons, cards, Bluetooth.
    static let engineEventCodes: ClosedRange<UInt8> = 0x01...0x09
}

extension Message {
    init(_ command: CommandID, _ data: [UInt8] = []) {
        self.init(code: command.code, data: [command.subcommand] + data)
    }

    init(_ event: EventID, _ data: [UInt8] = []) {
        self.init(code: event.code, data: [event.subevent] + data)
    }
}
