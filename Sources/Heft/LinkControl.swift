/// The second byte of a pair that begins with DLE. Source: heft.md 2.1.
public enum LinkControl: UInt8, Hashable, Sendable {
    /// A frame begins.
    case stx = 0x02
    /// The last frame of a message ends.
    case etx = 0x03
    /// The sender gives the link up.
    case eot = 0x04
    /// Defined, never sent by a host. *seen*
    case enq = 0x05
    case ack = 0x06
    /// One literal 0x10 in the data of a frame.
    case dle = 0x10
    case nak = 0x15
    /// A frame ends, more of the message follows.
    case etb = 0x17

    /// The pair as it stands on the wire.
    public var bytes: [UInt8] { [Self.dle.rawValue, rawValue] }
}
