import Payments
import Testing

@Suite("Readers' URIs")
struct ReaderAddressTests {
    @Test(
        "every form is read",
        arguments: [
            ("serial:///dev/ttyACM0?protocol=heft", .init(place: .serial(path: "/dev/ttyACM0", baud: 115_200))),
            ("serial:///dev/ttyS1?protocol=heft&baud=9600", .init(place: .serial(path: "/dev/ttyS1", baud: 9600))),
            ("serial:///dev/a%20b%3Fc?protocol=heft", .init(place: .serial(path: "/dev/a b?c", baud: 115_200))),
            ("tcp://reader.local:4000", .init(place: .tcp(host: "reader.local", port: 4000))),
            ("tcp://[::1]:4000", .init(place: .tcp(host: "::1", port: 4000))),
            ("unix:///run/till/reader", .init(place: .unix(path: "/run/till/reader"))),
            ("demo:default", .init(place: .demo(scenario: "default"))),
            ("DEMO:quiet", .init(place: .demo(scenario: "quiet"))),
            ("tcp://h:1?protocol=heft", .init(place: .tcp(host: "h", port: 1))),
            ("tcp://h:1?protocol=datecs", .init(place: .tcp(host: "h", port: 1), wireProtocol: .datecs)),
            ("tcp://h:1?protocol=heft&protocol=heft", .init(place: .tcp(host: "h", port: 1))),
        ] as [(String, ReaderAddress)])
    func read(uri: String, address: ReaderAddress) throws {
        #expect(try ReaderAddress(uri: uri) == address)
    }

    @Test(
        "which protocol a reader speaks is found out on a serial line, and wherever that is asked for",
        arguments: [
            ("serial:///dev/x", true), ("serial:///dev/x?protocol=auto", true), ("tcp://h:1?protocol=auto", true),
            ("serial:///dev/x?protocol=heft", false), ("serial:///dev/x?protocol=datecs", false), ("tcp://h:1", false),
            ("rfcomm://AA:BB:0C:DD:EE:FF", false), ("demo:default", false),
        ])
    func open(uri: String, isOpen: Bool) throws {
        #expect(try ReaderAddress(uri: uri).isProtocolOpen == isOpen)
    }

    @Test(
        "what is no reader's URI is refused with the reason",
        arguments: [
            ("", .malformed), ("reader", .malformed), (":x", .malformed), ("http://x", .unknownScheme("http")),
            ("rfcomm:", .badAddress), ("rfcomm://", .badAddress), ("rfcomm:AA:BB:CC:DD:EE:FF", .badAddress),
            ("rfcomm://AA:BB:CC:DD:EE", .badAddress), ("rfcomm://AA:BB:CC:DD:EE:FF:00", .badAddress),
            ("rfcomm://AA:BB:CC:DD:EE:F", .badAddress), ("rfcomm://AA:BB:CC:DD:EE:+F", .badAddress),
            ("rfcomm://AA:BB:CC:DD:EE:GG", .badAddress), ("rfcomm://00:00:00:00:00:00", .badAddress),
            ("rfcomm://AA-BB-CC-DD-EE-FF", .badAddress), ("rfcomm://AA:BB:CC:DD:EE:FF/", .badChannel),
            ("rfcomm://AA:BB:CC:DD:EE:FF/0", .badChannel), ("rfcomm://AA:BB:CC:DD:EE:FF/31", .badChannel),
            ("rfcomm://AA:BB:CC:DD:EE:FF/1/2", .badChannel),
            ("rfcomm://AA:BB:CC:DD:EE:FF?baud=9600", .unknownKey("baud")),
            ("serial://", .missingPath), ("serial:///", .missingPath), ("serial:/dev/tty", .missingPath),
            ("serial://host/dev/tty", .missingPath), ("serial:///dev/%00", .malformed),
            ("serial:///dev/%4", .malformed),
            ("serial:///dev/%ff", .malformed), ("serial:///dev/x#y", .malformed),
            ("serial:///dev/x?baud=0", .badBaud), ("serial:///dev/x?baud=-1", .badBaud),
            ("serial:///dev/x?baud=fast", .badBaud), ("serial:///dev/x?baud", .malformed),
            ("serial:///dev/x?baud=9600&baud=19200", .contradiction("baud")),
            ("tcp://h:1?baud=9600", .unknownKey("baud")),
            ("tcp://h:1?protocol=heft&protocol=datecs", .contradiction("protocol")),
            ("tcp://h:1?protocol=modem", .badProtocol), ("tcp://h:1?", .malformed),
            ("tcp://h", .badPort), ("tcp://h:", .badPort), ("tcp://h:0", .badPort), ("tcp://h:65536", .badPort),
            ("tcp://h:+1", .badPort), ("tcp://:1", .badHost), ("tcp://::1:4000", .badHost), ("tcp://a/b:1", .badHost),
            ("tcp://u@h:1", .badHost), ("demo:", .missingScenario), ("demo://x", .missingScenario),
        ] as [(String, ReaderAddressError)])
    func refused(uri: String, reason: ReaderAddressError) {
        #expect(throws: reason) { try ReaderAddress(uri: uri) }
    }

    @Test(
        "an address is written in its shortest form",
        arguments: [
            ("serial:///dev/ttyACM0?baud=115200", "serial:///dev/ttyACM0"),
            ("serial:///dev/a%20b?protocol=heft&baud=9600", "serial:///dev/a%20b?baud=9600&protocol=heft"),
            ("serial:///dev/x?protocol=auto", "serial:///dev/x"),
            ("tcp://h:1?protocol=auto", "tcp://h:1?protocol=auto"),
            ("tcp://[::1]:4000?protocol=datecs", "tcp://[::1]:4000?protocol=datecs"), ("demo:default", "demo:default"),
            ("unix:///a%C3%A9", "unix:///a%C3%A9"), ("rfcomm://aa:bb:0c:dd:ee:ff", "rfcomm://AA:BB:0C:DD:EE:FF"),
            ("rfcomm://aa:bb:0c:dd:ee:ff/7?protocol=heft", "rfcomm://AA:BB:0C:DD:EE:FF/7"),
        ])
    func written(uri: String, shortest: String) throws {
        #expect(try ReaderAddress(uri: uri).uri == shortest)
    }

    @Test(
        "a place to listen at is read",
        arguments: [
            ("pty:", .pty), ("tcp://127.0.0.1:0", .tcp(host: "127.0.0.1", port: 0)), ("unix:///r", .unix(path: "/r")),
            ("rfcomm:", .rfcomm(adapter: nil, channel: 0)), ("rfcomm:7", .rfcomm(adapter: nil, channel: 7)),
        ] as [(String, ListenAddress)])
    func listen(uri: String, address: ListenAddress) throws {
        #expect(try ListenAddress(uri: uri) == address)
    }

    @Test(
        "a place where nobody can listen is refused",
        arguments: ["pty:x", "demo:x", "serial:///x", "rfcomm:31", "rfcomm:x", "rfcomm:/7", ""])
    func listenRefused(uri: String) {
        #expect(throws: ReaderAddressError.self) { try ListenAddress(uri: uri) }
    }

    @Test(
        "a Bluetooth device is read, with a channel or without",
        arguments: [("", nil), ("/1", 1), ("/30", 30), ("?protocol=heft", nil)] as [(String, UInt8?)])
    func bluetooth(rest: String, channel: UInt8?) throws {
        let near = try BluetoothAddress("AA:BB:0C:DD:EE:FF")
        #expect(near.bytes == [0xAA, 0xBB, 0x0C, 0xDD, 0xEE, 0xFF])
        for text in ["AA:BB:0C:DD:EE:FF", "aa:bb:0c:dd:ee:ff"] {
            let address = try ReaderAddress(uri: "rfcomm://\(text)\(rest)")
            #expect(address == ReaderAddress(place: .rfcomm(near, channel: channel)))
            #expect(address.isBluetooth && !address.isTraining)
        }
    }

    @Test("an adapter to listen at is read", arguments: [("", 0), ("/0", 0), ("/7", 7)] as [(String, UInt8)])
    func adapter(rest: String, channel: UInt8) throws {
        let near = try BluetoothAddress("AA:BB:0C:DD:EE:FF")
        let address = try ListenAddress(uri: "rfcomm://AA:BB:0C:DD:EE:FF\(rest)")
        #expect(address == .rfcomm(adapter: near, channel: channel))
    }
}
