/// The names of BlueZ's service and how its methods are called. Source: org.bluez.Adapter(5), .Device(5), .Agent(5).
enum BlueZ {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let agent = "org.bluez.Agent1"
    static let properties = "org.freedesktop.DBus.Properties"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let bus = "org.freedesktop.DBus"

    /// All that BlueZ says of itself, and its coming and going.
    static let signals = "type='signal',sender='\(service)'"
    static let owner = "type='signal',sender='\(bus)',member='NameOwnerChanged',arg0='\(service)'"

    static let everything = BusCall(to: service, path: "/", interface: objectManager, member: "GetManagedObjects")

    static func adapter(_ path: String, _ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(to: service, path: path, interface: adapter, member: member, arguments: arguments)
    }

    static func device(_ path: String, _ member: String) -> BusCall {
        BusCall(to: service, path: path, interface: device, member: member)
    }

    static func manager(_ interface: String, _ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(to: service, path: "/org/bluez", interface: interface, member: member, arguments: arguments)
    }

    static func set(_ path: String, _ interface: String, _ name: String, _ value: BusValue) -> BusCall {
        BusCall(
            to: service, path: path, interface: properties, member: "Set",
            arguments: [.string(interface), .string(name), .variant(value)])
    }

    /// Without it a search begins with Bluetooth LE, and two seconds of it find nothing. *seen*
    static let classicOnly: BusValue = .options(["Transport": .string("bredr")])
}
