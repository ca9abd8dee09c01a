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

    public init(
        uri: String, address: ReaderAddress, name: String, connectionTypes: [ConnectionType], known: Bool
    ) {
        self.uri = uri
        self.address = address
        self.name = name
        self.connectionTypes = connectionTypes
        self.known = known
    }
}
