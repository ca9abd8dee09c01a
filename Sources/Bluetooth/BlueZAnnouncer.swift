public import Ports
import Threads

/// Puts a Serial Port record up through BlueZ, which then listens on the channel itself and hands connections over.
/// Source: org.bluez.ProfileManager1, org.bluez.Profile1. *seen*, BlueZ 5.66
public struct BlueZAnnouncer: ServiceAnnouncer {
    private let name: String
    private let address: String?

    /// The Serial Port Profile, written out.
    private static let serialPort = "00001101-0000-1000-8000-00805f9b34fb"

    /// - Parameters:
    ///   - name: what the record calls the service.
    ///   - bus: the address of another bus than the system's, for tests.
    public init(name: String, bus address: String? = nil) {
        self.name = name
        self.address = address
    }

    public func announce(
        channel: UInt8, accept: @escaping @Sendable (_ connection: Int32) -> Void
    ) -> (any Announcement)? {
        let bus = Bus(address: address)
        let path = "/till/reader/\(channel)"
        let object = bus.export(path) { request in Self.serve(request, accept) }
        // BlueZ has one owner of the profile: another reader of this machine may have it.
        let options: [String: BusValue] = [
            "Name": .string(name), "Role": .string("server"), "Channel": .uint16(UInt16(channel)),
            "RequireAuthentication": .bool(false), "RequireAuthorization": .bool(false),
        ]
        let call = BusCall(
            to: "org.bluez", path: "/org/bluez", interface: "org.bluez.ProfileManager1", member: "RegisterProfile",
            arguments: [.objectPath(path), .string(Self.serialPort), .options(options)])
        guard (try? bus.ask(call)) != nil else {
            bus.close()
            return nil
        }
        return HeldAnnouncement(bus, object)
    }

    /// BlueZ calls these; none is refused but what is unknown.
    private static func serve(_ request: BusRequest, _ accept: @Sendable (Int32) -> Void) {
        switch request.member {
        case "NewConnection":
            let connection = request.arguments.lazy.compactMap(\.descriptor).first?.take() ?? -1
            guard connection >= 0 else { return request.refuse("org.bluez.Error.Rejected") }
            request.reply()
            accept(connection)
        case "RequestDisconnection", "Cancel", "Release": request.reply()
        default: request.refuse("org.freedesktop.DBus.Error.UnknownMethod")
        }
    }
}

/// BlueZ takes the record down with the connection to the bus.
private final class HeldAnnouncement: Announcement {
    private let bus: Bus
    private let object: BusHold

    init(_ bus: Bus, _ object: BusHold) {
        self.bus = bus
        self.object = object
    }

    func withdraw() { bus.close() }
}
