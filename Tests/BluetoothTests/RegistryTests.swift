import Bluetooth
import Payments
import Ports
import Testing

@Suite("What BlueZ says")
struct RegistryTests {
    @Test("the recorded search finds one device, hears it, and loses it when it is removed")
    func recorded() throws {
        let told = try replay("bluez-tour.jsonl")
        let names = told.compactMap { if case .found(let reader) = $0 { reader.name } else { nil } }
        #expect(names.first == "btlab")
        #expect(names.last == "PP red DATECS")
        let first = try #require(told.first)
        #expect(
            first
                == .found(
                    FoundReader(
                        uri: "rfcomm://00:AA:01:00:00:00?protocol=auto",
                        address: ReaderAddress(
                            place: .rfcomm(try BluetoothAddress("00:AA:01:00:00:00"), channel: nil),
                            isProtocolOpen: true),
                        name: "btlab", connectionTypes: [.bluetooth], known: false, signal: -60, isOffered: false,
                        isProtocolKnown: false)))
        #expect(told.last == .lost(uri: "rfcomm://00:AA:01:00:00:00?protocol=auto"))
    }

    @Test("the recorded pairing makes it a paired reader with a serial port")
    func recordedPairing() throws {
        let told = try replay("bluez-paired.jsonl")
        let readers = told.compactMap { if case .found(let reader) = $0 { reader } else { nil } }
        let last = try #require(readers.last)
        #expect(last.isPaired)
        #expect(last.isOffered)
    }

    @Test("the recorded refusals are understood")
    func refusals() throws {
        let names = try Recording("bluez-tour.jsonl").messages.compactMap { message in
            if case .refusal(let member, let name) = message { "\(member) \(name)" } else { nil }
        }
        #expect(
            names == [
                "Pair org.bluez.Error.AuthenticationFailed", "Pair org.bluez.Error.AuthenticationFailed",
                "Pair org.bluez.Error.AuthenticationFailed", "RemoveDevice org.bluez.Error.DoesNotExist",
                "Pair org.freedesktop.DBus.Error.UnknownObject", "StartDiscovery org.bluez.Error.NotReady",
                "GetManagedObjects org.freedesktop.DBus.Error.Spawn.ExecFailed",
            ])
    }

    @Test("an adapter that goes off and comes back is the trouble and its end")
    func adapter() {
        var registry = BlueZRegistry()
        #expect(registry.trouble == .noAdapter)
        _ = registry.reset([objects([adapterPath: ["org.bluez.Adapter1": ["Powered": .bool(true)]]])])
        #expect(registry.trouble == nil)
        #expect(registry.poweredAdapters == [adapterPath])
        _ = registry.take(changed(adapterPath, "org.bluez.Adapter1", ["Powered": .bool(false)]))
        #expect(registry.trouble == .adapterOff)
    }

    @Test(
        "names from outside are made harmless",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{202E}abc", "abc"), ("", "00:00:00:00:00:01"),
            ("\u{1B}]0;title\u{07}", "00:00:00:00:00:01"), ("a\nb", "a b"), ("  x ", "x"),
            (String(repeating: "é", count: 124), String(repeating: "é", count: 124)),
        ])
    func hostileNames(name: String, shown: String) {
        var registry = BlueZRegistry()
        #expect(registry.take(added(1, name)).readers.map(\.name) == [shown])
    }

    @Test("two of the same name are told apart by their address, and one that is left has its name alone again")
    func sameName() {
        var registry = BlueZRegistry()
        _ = registry.take(added(1, "HiLite"))
        let both = registry.take(added(2, "HiLite")).readers.map(\.name)
        #expect(both == ["HiLite (00:00:00:00:00:01)", "HiLite (00:00:00:00:00:02)"])
        let removed = BusSignal(
            sender: ":1.1", path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
            arguments: [.objectPath(devicePath(2)), .array([.string("org.bluez.Device1")], of: "s")])
        let events = registry.take(removed)
        #expect(events.first == .lost(uri: "rfcomm://00:00:00:00:00:02"))
        #expect(events.readers.map(\.name) == ["HiLite"])
    }

    @Test(
        "what is offered is a serial port, or what may have one by its name or class",
        arguments: [
            (["Alias": BusValue.string("x"), "UUIDs": serialPort], true),
            (["Alias": .string("HiLite 7")], true),
            (["Alias": .string("BluePad-50")], true),
            (["Class": .uint32(0x2518)], true),
            (["Class": .uint32(0x2540)], false),
            (["Alias": .string("HiLite 7"), "ServicesResolved": .bool(true)], false),
            (["Alias": .string("Headphones")], false),
        ])
    func offered(properties: [String: BusValue], isOffered: Bool) {
        var registry = BlueZRegistry()
        #expect(registry.take(added(1, properties)).readers.map(\.isOffered) == [isOffered])
    }

    @Test("the protocol is told by the name, and unknown otherwise")
    func protocols() {
        var registry = BlueZRegistry()
        let readers = ["HiLite 1", "BluePad-50", "Thing"].enumerated().flatMap { index, name in
            registry.take(added(index + 1, name)).readers
        }
        #expect(readers.map(\.address.wireProtocol) == [.heft, .datecs, .heft])
        #expect(readers.map(\.isProtocolKnown) == [true, true, false])
        #expect(readers.map(\.uri).dropFirst().first == "rfcomm://00:00:00:00:00:02?protocol=datecs")
    }

    @Test("a reader of the configuration keeps its URI, its name and its protocol")
    func known() throws {
        let uri = "rfcomm://00:00:00:00:00:01/3?protocol=datecs"
        let own = FoundReader(
            uri: uri, address: try ReaderAddress(uri: uri), name: "Till 1", connectionTypes: [.bluetooth], known: true)
        var registry = BlueZRegistry(known: [own])
        let reader = registry.take(added(1, "Headphones")).readers.first
        #expect(reader?.uri == uri)
        #expect(reader?.name == "Till 1")
        #expect(reader?.known == true)
        #expect(reader?.isOffered == true)
    }

    @Test("what BlueZ remembers and nobody hears is no reader, unless it is paired")
    func remembered() {
        var registry = BlueZRegistry()
        #expect(registry.take(added(1, ["Alias": .string("HiLite"), "RSSI": .string("none")])) == [])
        #expect(registry.take(added(2, ["RSSI": .bool(true), "Paired": .bool(true)])).readers.count == 1)
    }

    @Test("values of the wrong type, broken addresses and unknown interfaces change nothing and trap nothing")
    func malformed() {
        var registry = BlueZRegistry()
        let strange: [BusValue] = [
            .string("x"), .array([], of: "s"), .structure([]), .variant(.variant(.string("x"))), .uint64(.max),
            .entry(.byte(1), .byte(2)),
        ]
        for value in strange {
            _ = registry.reset([value])
            _ = registry.take(changed(devicePath(1), "org.bluez.Device1", ["RSSI": value, "UUIDs": value]))
            for member in ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged"] {
                for arguments in [
                    [], [value], [value, value], [.objectPath(devicePath(1)), value], [value, value, value],
                ] {
                    for interface in ["org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"] {
                        let signal = BusSignal(
                            sender: "", path: "", interface: interface, member: member, arguments: arguments)
                        #expect(registry.take(signal) == [])
                    }
                }
            }
            #expect(registry.take(added(1, ["Address": value])) == [])
        }
    }

    @Test("a flood of devices is kept within its limit")
    func flood() {
        var registry = BlueZRegistry()
        var found = 0
        for number in 0..<BlueZRegistry.limit + 50 { found += registry.take(added(number, "x\(number)")).readers.count }
        #expect(found == BlueZRegistry.limit)
    }

    private func replay(_ name: String) throws -> [FinderEvent] {
        var registry = BlueZRegistry()
        var told: [FinderEvent] = []
        for message in try Recording(name).messages {
            switch message {
            case .objects(let objects): told += registry.reset(objects)
            case .signal(let signal): told += registry.take(signal)
            case .refusal, .other: break
            }
        }
        return told
    }
}

private let adapterPath = "/org/bluez/hci0"
private let serialPort = BusValue.array([.string("00001101-0000-1000-8000-00805f9b34fb")], of: "s")

private func devicePath(_ number: Int) -> String { "\(adapterPath)/dev_\(number)" }

private func objects(_ objects: [String: [String: [String: BusValue]]]) -> BusValue {
    let entries = objects.map { path, interfaces in BusValue.entry(.objectPath(path), described(interfaces)) }
    return .array(entries, of: "{oa{sa{sv}}}")
}

private func described(_ interfaces: [String: [String: BusValue]]) -> BusValue {
    .array(interfaces.map { .entry(.string($0.key), .options($0.value)) }, of: "{sa{sv}}")
}

private func added(_ number: Int, _ name: String) -> BusSignal { added(number, ["Alias": .string(name)]) }

/// A device that is heard.
private func added(_ number: Int, _ properties: [String: BusValue]) -> BusSignal {
    let pairs = [number >> 8, number & 0xFF].map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 2 ? digits : "0" + digits
    }
    var all: [String: BusValue] = [
        "Address": .string("00:00:00:00:\(pairs.joined(separator: ":"))"), "RSSI": .int16(-50),
    ]
    for (name, value) in properties { all[name] = value }
    return BusSignal(
        sender: ":1.1", path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
        arguments: [.objectPath(devicePath(number)), described(["org.bluez.Device1": all])])
}

private func changed(_ path: String, _ interface: String, _ properties: [String: BusValue]) -> BusSignal {
    BusSignal(
        sender: ":1.1", path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
        arguments: [.string(interface), .options(properties), .array([], of: "s")])
}

extension [FinderEvent] {
    fileprivate var readers: [FoundReader] {
        compactMap { if case .found(let reader) = $0 { reader } else { nil } }
    }
}
