/// Where a reader is reached: the URI a person writes, taken apart.
///
/// `rfcomm://AA:BB:CC:DD:EE:FF/CHANNEL` · `serial:///dev/ttyACM0?baud=115200` · `tcp://HOST:PORT` · `unix:///PATH` ·
/// `demo:NAME`, each with `?protocol=heft`, `datecs` or `auto`.
public struct ReaderAddress: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        /// A serial device or pty by its path.
        case serial(path: String, baud: Int)
        case tcp(host: String, port: UInt16)
        case unix(path: String)
        /// A Bluetooth device; without a channel its own records are asked for that of the serial port.
        case rfcomm(BluetoothAddress, channel: UInt8?)
        /// A virtual reader of this process, by its scenario.
        case demo(scenario: String)
    }

    public enum WireProtocol: String, Hashable, Sendable {
        case heft, datecs

        /// The reader has the till prove that it knows a secret. A Datecs reader asks for none. *seen* (datecs.md 22)
        public var hasSecret: Bool { self == .heft }

        /// How long a reader may say nothing while a payment runs; then it is given up. HEFT: *seen* (heft.md 1); Datecs:
        /// *own choice* (datecs.md 4), hosts have had 40 to 120 s.
        public var longestSilence: Duration {
            switch self {
            case .heft: .seconds(300)
            case .datecs: .seconds(120)
            }
        }
    }

    public var place: Place
    public var wireProtocol: WireProtocol
    /// Which of them the reader speaks is found out when it is connected; `wireProtocol` says nothing then.
    public var isProtocolOpen: Bool

    public init(place: Place, wireProtocol: WireProtocol = .heft, isProtocolOpen: Bool = false) {
        self.place = place
        self.wireProtocol = wireProtocol
        self.isProtocolOpen = isProtocolOpen
    }

    /// True where anybody near can be on the other side of the radio.
    public var isBluetooth: Bool {
        if case .rfcomm = place { true } else { false }
    }

    /// True where no real money can be behind it.
    public var isTraining: Bool {
        if case .demo = place { true } else { false }
    }
}
