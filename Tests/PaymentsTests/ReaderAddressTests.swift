import Payments
import Testing

@Suite("Readers' URIs")
struct ReaderAddressTests {
    @Test(
        "every form is read",
        arguments: [
            ("serial:///dev/ttyACM0", .init(place: .serial(path: "/dev/ttyACM0", baud: 115_200))),
            ("serial:///dev/ttyS1?baud=9600", .init(place: .serial(path: "/dev/ttyS1", baud: 9600))),
            ("serial:///dev/a%20b%3Fc", .init(place: .serial(path: "/dev/a b?c", baud: 115_200))),
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
        "what is no reader's URI is refused with the reason",
        arguments: [
            ("", .malformed), ("reader", .malformed), (":x", .malformed), ("http://x", .unknownScheme("http")),
            ("rfcomm://AA:BB:CC:DD:EE:FF/1", .notDeliveredYet),
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
            ("serial:///dev/a%20b?protocol=heft&baud=9600", "serial:///dev/a%20b?baud=9600"),
            ("tcp://[::1]:4000?protocol=datecs", "tcp://[::1]:4000?protocol=datecs"), ("demo:default", "demo:default"),
            ("unix:///a%C3%A9", "unix:///a%C3%A9"),
        ])
    func written(uri: String, shortest: String) throws {
        #expect(try ReaderAddress(uri: uri).uri == shortest)
    }

    @Test(
        "a place to listen at is read",
        arguments: [
            ("pty:", .pty), ("tcp://127.0.0.1:0", .tcp(host: "127.0.0.1", port: 0)), ("unix:///r", .unix(path: "/r")),
        ] as [(String, ListenAddress)])
    func listen(uri: String, address: ListenAddress) throws {
        #expect(try ListenAddress(uri: uri) == address)
    }

    @Test("a place where nobody can listen is refused", arguments: ["pty:x", "demo:x", "serial:///x", "rfcomm:", ""])
    func listenRefused(uri: String) {
        #expect(throws: ReaderAddressError.self) { try ListenAddress(uri: uri) }
    }
}
