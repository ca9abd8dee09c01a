public import Payments
public import Ports

/// What BlueZ has said so far: adapters, devices, and which readers follow from that. A value without a bus.
public struct BlueZRegistry: Sendable {
    private let known: [BluetoothAddress: FoundReader]
    private var adapters: [String: BlueZAdapter] = [:]
    private var devices: [String: BlueZDevice] = [:]
    private var told: [BluetoothAddress: FoundReader] = [:]

    /// More devices than a shop hears. What comes after them is not looked at. *own choice*
    public static let limit = 200

    /// - Parameter known: readers that were used before or that the configuration names; those on Bluetooth count.
    public init(known: [FoundReader] = []) {
        var byAddress: [BluetoothAddress: FoundReader] = [:]
        for reader in known {
            if case .rfcomm(let address, _) = reader.address.place { byAddress[address] = byAddress[address] ?? reader }
        }
        self.known = byAddress
    }

    /// Why there is nothing to search with.
    public var trouble: FinderTrouble? {
        if adapters.isEmpty { return .noAdapter }
        return poweredAdapters.isEmpty ? .adapterOff : nil
    }

    /// The object paths of adapters that are on.
    public var poweredAdapters: [String] { adapters.filter(\.value.isPowered).keys.sorted() }

    /// The object path of a device, and of its adapter; one that is paired or present comes first.
    public func path(of address: BluetoothAddress) -> (device: String, adapter: String)? {
        let paths = devices.filter { $0.value.address == address }.sorted { one, other in
            one.value.rank == other.value.rank ? one.key < other.key : one.value.rank < other.value.rank
        }
        guard let path = paths.first?.key, let end = path.lastIndex(of: "/") else { return nil }
        return (path, String(path[..<end]))
    }

    public func isPaired(_ address: BluetoothAddress) -> Bool {
        devices.values.contains { $0.address == address && $0.isPaired }
    }

    // MARK: What BlueZ says

    /// Takes all objects, as `GetManagedObjects` tells them, in place of what was known.
    public mutating func reset(_ objects: [BusValue]) -> [FinderEvent] {
        adapters = [:]
        devices = [:]
        for (path, interfaces) in objects.first?.dictionary ?? [:] { add(path, interfaces) }
        return news()
    }

    /// BlueZ has gone, and with it all that it knew.
    public mutating func clear() -> [FinderEvent] { reset([]) }

    /// Takes a signal; what is none of BlueZ's, or malformed, changes nothing.
    public mutating func take(_ signal: BusSignal) -> [FinderEvent] {
        let arguments = signal.arguments
        switch (signal.interface, signal.member) {
        case (BlueZ.objectManager, "InterfacesAdded") where arguments.count == 2:
            if let path = arguments[0].text { add(path, arguments[1]) }
        case (BlueZ.objectManager, "InterfacesRemoved") where arguments.count == 2:
            if let path = arguments[0].text { remove(path, arguments[1].elements?.compactMap(\.text) ?? []) }
        case (BlueZ.properties, "PropertiesChanged") where arguments.count == 3:
            change(signal.path, arguments)
        default: return []
        }
        return news()
    }

    private mutating func add(_ path: String, _ interfaces: BusValue) {
        guard let interfaces = interfaces.dictionary else { return }
        if let properties = interfaces[BlueZ.adapter]?.dictionary {
            adapters[path, default: BlueZAdapter()].apply(properties)
        }
        guard let properties = interfaces[BlueZ.device]?.dictionary, devices.count < Self.limit else { return }
        devices[path] = BlueZDevice(properties)
    }

    private mutating func remove(_ path: String, _ interfaces: [String]) {
        if interfaces.contains(BlueZ.adapter) { adapters[path] = nil }
        if interfaces.contains(BlueZ.device) { devices[path] = nil }
    }

    private mutating func change(_ path: String, _ arguments: [BusValue]) {
        let changed = arguments[1].dictionary ?? [:]
        switch arguments[0].text {
        case BlueZ.adapter?: adapters[path]?.apply(changed)
        case BlueZ.device?:
            devices[path]?.apply(changed)
            devices[path]?.drop(arguments[2].elements?.compactMap(\.text) ?? [])
        default: break
        }
    }

    // MARK: What follows

    /// How the readers differ from what was told.
    private mutating func news() -> [FinderEvent] {
        let readers = readers()
        let lost = told.filter { readers[$0.key]?.uri != $0.value.uri }.map(\.value.uri).sorted()
        let found = readers.filter { told[$0.key] != $0.value }.sorted { $0.key.description < $1.key.description }
        told = readers
        return lost.map { .lost(uri: $0) } + found.map { .found($0.value) }
    }

    private func readers() -> [BluetoothAddress: FoundReader] {
        var best: [BluetoothAddress: BlueZDevice] = [:]
        for device in devices.values where device.isPresent {
            if best[device.address].map({ device.rank < $0.rank }) ?? true { best[device.address] = device }
        }
        let names = Dictionary(grouping: best.values, by: \.shownName)
        return best.mapValues { device in
            reader(device, isNameUnique: names[device.shownName]?.count == 1)
        }
    }

    private func reader(_ device: BlueZDevice, isNameUnique: Bool) -> FoundReader {
        let own = known[device.address]
        let address =
            own?.address
            ?? ReaderAddress(
                place: .rfcomm(device.address, channel: nil), wireProtocol: device.wireProtocol ?? .heft,
                isProtocolOpen: device.wireProtocol == nil)
        let name = isNameUnique ? device.shownName : "\(device.shownName) (\(device.address))"
        return FoundReader(
            uri: own?.uri ?? address.uri, address: address, name: own.flatMap(\.givenName) ?? name,
            connectionTypes: [.bluetooth], known: own != nil, signal: device.signal, isPaired: device.isPaired,
            isOffered: own != nil || device.isOffered, isProtocolKnown: !address.isProtocolOpen)
    }
}

extension FoundReader {
    /// The name that somebody gave it; where there is none the URI stands in its place.
    fileprivate var givenName: String? { name == uri ? nil : name }
}

extension BlueZDevice {
    /// Which of two with the same address is meant: two adapters may know one device.
    fileprivate var rank: Int { (isPaired ? 0 : 4) + (isConnected ? 0 : 2) + (signal == nil ? 1 : 0) }
}
