public import Payments

/// Asks Bluetooth devices for their services.
public protocol ServiceChannels: Sendable {
    /// The RFCOMM channel of a device's serial port. Blocks no longer than the patience lasts.
    /// - Returns: nil where the device names none, or this machine can't ask.
    /// - Throws: why the device can't be reached: the system code counts.
    func serialPort(of device: BluetoothAddress, patience: Patience) throws(LinkFault) -> UInt8?
}

/// How long somebody waits who may lose interest meanwhile.
public struct Patience: Sendable {
    /// Milliseconds of the machine's monotonic clock.
    public var deadline: Int64
    /// A descriptor that becomes readable when interest may be lost; negative where there is none.
    public var wakeUp: Int32
    /// Interest is lost. To be asked again each time when the descriptor was readable.
    public var isOver: @Sendable () -> Bool

    public init(until deadline: Int64, wakeUp: Int32 = -1, isOver: @escaping @Sendable () -> Bool = { false }) {
        self.deadline = deadline
        self.wakeUp = wakeUp
        self.isOver = isOver
    }
}

/// Tells other Bluetooth devices of a serial port on this machine.
public protocol ServiceAnnouncer: Sendable {
    /// Puts a record with the channel where others look, and listens on that channel from here on.
    /// - Parameters:
    ///   - channel: 1…30; nobody else may listen on it.
    ///   - accept: gets each connection's descriptor, from any thread, and closes it.
    /// - Returns: nil where there is nobody to put up a record.
    func announce(
        channel: UInt8, accept: @escaping @Sendable (_ connection: Int32) -> Void
    ) -> (any Announcement)?
}

/// A record that others can see until it is withdrawn.
public protocol Announcement: AnyObject, Sendable {
    func withdraw()
}
