public import Payments
import Text

/// A serial port behind USB, as the kernel describes it. All but the node comes from the device.
public struct SerialPort: Hashable, Sendable {
    /// Its path in /dev.
    public var node: String
    /// Four hexadecimal digits, as the model's.
    public var vendor: String
    public var model: String
    /// What the device calls itself.
    public var product: String
    public var serialNumber: String

    public init(node: String, vendor: String, model: String, product: String, serialNumber: String) {
        self.node = node
        self.vendor = vendor
        self.model = model
        self.product = product
        self.serialNumber = serialNumber
    }

    /// A pinpad. Fiscal printers of the same maker have the same numbers, so the name decides. *seen*
    var isPinpad: Bool { vendor.lowercased() == "fff0" && model == "0100" && product == "PinPad" }

    /// The reader behind it, offered where it is a pinpad.
    /// - Parameter known: readers that were used before or that the configuration names.
    public func reader(known: [FoundReader]) -> FoundReader {
        let own = known.first { reader in
            if case .serial(let path, _) = reader.address.place { path == node } else { false }
        }
        let address =
            own?.address
            ?? ReaderAddress(place: .serial(path: node, baud: ReaderAddress.usualBaud), isProtocolOpen: true)
        let words = [product, serialNumber].map(printable).filter { !$0.isEmpty }
        let name = words.isEmpty ? node : words.joined(separator: " ")
        let givenName = own.flatMap { $0.name == $0.uri ? nil : $0.name }
        return FoundReader(
            uri: own?.uri ?? address.uri, address: address, name: givenName ?? name, connectionTypes: [.usb],
            known: own != nil, isOffered: own != nil || isPinpad, isProtocolKnown: !address.isProtocolOpen)
    }
}
