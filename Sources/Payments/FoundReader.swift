/// A reader that a search found.
public struct FoundReader: Hashable, Sendable {
    public enum ConnectionType: String, Hashable, Sendable {
        case bluetooth, usb, serial, network, training
    }

    public var uri: String
    public var address: ReaderAddress
    public var name: String
    public var connectionTypes: [ConnectionType]
    /// Used before, or named in the configuration.
    public var known: Bool
    /// How strongly it is heard, in dBm; nil where nothing tells.
    public var signal: Int?
    /// This machine and the reader have agreed on a key, so that connecting asks nothing.
    public var isPaired: Bool
    /// It is taken for a reader. What isn't is shown on request.
    public var isOffered: Bool
    /// What it speaks can be told, before anybody has spoken with it; otherwise the address's protocol is a guess.
    public var isProtocolKnown: Bool
    /// What it said of itself when it was used last; nil where it wasn't.
    public var serialNumber: String?

    public init(
        uri: String, address: ReaderAddress, name: String, connectionTypes: [ConnectionType], known: Bool,
        signal: Int? = nil, isPaired: Bool = false, isOffered: Bool = true, isProtocolKnown: Bool = true,
        serialNumber: String? = nil
    ) {
        self.uri = uri
        self.address = address
        self.name = name
        self.connectionTypes = connectionTypes
        self.known = known
        self.signal = signal
        self.isPaired = isPaired
        self.isOffered = isOffered
        self.isProtocolKnown = isProtocolKnown
        self.serialNumber = serialNumber
    }
}
