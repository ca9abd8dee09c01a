import Payments
import Text

/// An adapter as BlueZ describes it.
struct BlueZAdapter: Hashable, Sendable {
    var isPowered = false

    mutating func apply(_ properties: [String: BusValue]) {
        if let powered = properties["Powered"] { isPowered = powered.flag ?? false }
    }
}

/// A device as BlueZ describes it. All of it comes from outside.
struct BlueZDevice: Hashable, Sendable {
    var address: BluetoothAddress
    var alias: String?
    var name: String?
    var deviceClass: Int?
    /// dBm; BlueZ has it while a search hears the device.
    var signal: Int?
    var services: Set<String> = []
    var areServicesResolved = false
    var isPaired = false
    var isConnected = false

    /// - Returns: nil where there is no address in the properties.
    init?(_ properties: [String: BusValue]) {
        guard let text = properties["Address"]?.text, let address = try? BluetoothAddress(text) else { return nil }
        self.address = address
        apply(properties)
    }

    /// Takes what has changed. A property of the wrong type is one that isn't there.
    mutating func apply(_ properties: [String: BusValue]) {
        for (property, value) in properties {
            switch property {
            case "Alias": alias = value.text
            case "Name": name = value.text
            case "Class": deviceClass = value.number
            case "RSSI": signal = value.number
            case "UUIDs": services = Set(value.elements?.compactMap(\.text) ?? [])
            case "ServicesResolved": areServicesResolved = value.flag ?? false
            case "Paired": isPaired = value.flag ?? false
            case "Connected": isConnected = value.flag ?? false
            default: break
            }
        }
    }

    /// Forgets properties.
    mutating func drop(_ properties: [String]) {
        for property in properties {
            switch property {
            case "Alias": alias = nil
            case "Name": name = nil
            case "Class": deviceClass = nil
            case "RSSI": signal = nil
            case "UUIDs": services = []
            default: break
            }
        }
    }
}

extension BlueZDevice {
    /// BlueZ remembers devices that are far away: those count only when we know each other. *inferred*
    var isPresent: Bool { isPaired || isConnected || signal != nil }

    /// What a person calls it, safe to show; the address where it has no name. The alias is the owner's name for it.
    var shownName: String {
        let names = [alias, name].compactMap { $0.map { printable($0).trimmed } }
        return names.first { !$0.isEmpty } ?? address.description
    }

    /// What it seems to speak, by its name.
    var wireProtocol: ReaderAddress.WireProtocol? {
        PinpadName.all.first { shownName.lowercased().hasPrefix($0.prefix.lowercased()) }?.wireProtocol
    }

    /// It offers a serial port, or may well do once it has been asked.
    var isOffered: Bool {
        services.contains(Self.serialPort) || !areServicesResolved && (wireProtocol != nil || isCardReader)
    }

    /// Source: Assigned Numbers, 2.8: major class 5 (peripheral) with the minor device type 6 (card reader).
    private var isCardReader: Bool { deviceClass.map { $0 >> 8 & 0x1F == 5 && $0 >> 2 & 0x0F == 6 } ?? false }

    /// Serial Port. *seen twice* for both kinds of readers
    private static let serialPort = "00001101-0000-1000-8000-00805f9b34fb"
}

/// How the names of readers on Bluetooth begin.
struct PinpadName {
    var prefix: String
    var wireProtocol: ReaderAddress.WireProtocol

    static let all = [
        // *inferred* from the products' names.
        PinpadName(prefix: "HiLite", wireProtocol: .heft),
        PinpadName(prefix: "HiPro", wireProtocol: .heft),
        // *inferred* from the models' names, which the readers give.
        PinpadName(prefix: "BluePad", wireProtocol: .datecs),
        PinpadName(prefix: "BlueCash", wireProtocol: .datecs),
        PinpadName(prefix: "PPAD", wireProtocol: .datecs),
        PinpadName(prefix: "MPED", wireProtocol: .datecs),
    ]
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
