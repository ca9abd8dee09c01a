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
        let registration = registration(path, channel)
        let object = bus.export(path) { request in Self.serve(request, accept) }
        // BlueZ has one owner of the profile: another reader of this machine may have it.
        guard (try? bus.ask(registration)) != nil else {
            bus.close()
            return nil
        }
        // A BlueZ that starts anew knows nothing of it. What the one before handed over goes on meanwhile.
        let starts = bus.listen(to: BlueZ.owner) { [weak bus] signal in
            guard let bus, signal.arguments.last?.text?.isEmpty == false else { return }
            bus.call(registration) { _ in }
        }
        return HeldAnnouncement(bus, [object, starts])
    }

    private func registration(_ path: String, _ channel: UInt8) -> BusCall {
        let options: [String: BusValue] = [
            "Name": .string(name), "Role": .string("server"), "Channel": .uint16(UInt16(channel)),
            "RequireAuthentication": .bool(false), "RequireAuthorization": .bool(false),
        ]
        return BlueZ.manager(
            "org.bluez.ProfileManager1", "RegisterProfile",
            [.objectPath(path), .string(Self.serialPort), .options(options)])
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
    private let holds: [BusHold]

    init(_ bus: Bus, _ holds: [BusHold]) {
        self.bus = bus
        self.holds = holds
    }

    func withdraw() { bus.close() }
}
