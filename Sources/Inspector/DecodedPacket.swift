/// A Datecs command, reply or event. Its fields have no card number, no password, no holder's name and no host data in
/// them.
public struct DecodedPacket: Hashable, Sendable {
    /// Four hexadecimal digits of the command or event, of a reply those of the command it answers. Two, the frame's own
    /// code, where that isn't known.
    public var id: String
    /// The protocol's own words for it, where there are some.
    public var name: String?
    public var direction: DecodedMessage.Direction
    /// Of a reply.
    public var status: UInt8?
    /// In words, where there are some.
    public var statusName: String?
    /// Bytes of the frame's data.
    public var length: Int
    public var fields: [DecodedField]

    public init(
        id: String, name: String?, direction: DecodedMessage.Direction, status: UInt8? = nil,
        statusName: String? = nil, length: Int, fields: [DecodedField]
    ) {
        self.id = id
        self.name = name
        self.direction = direction
        self.status = status
        self.statusName = statusName
        self.length = length
        self.fields = fields
    }
}
