import Bluetooth
import Payments
import Testing

@Suite("Serial ports behind USB")
struct SerialPortTests {
    @Test(
        "a pinpad is offered by its name; a fiscal printer with the same numbers and whatever else isn't",
        arguments: [
            ("fff0", "0100", "PinPad", true), ("FFF0", "0100", "PinPad", true),
            ("fff0", "0100", "Datecs Serial", false), ("fff0", "0100", "", false), ("0403", "6001", "PinPad", false),
            ("0403", "6001", "FT232R USB UART", false), ("", "", "", false),
        ])
    func offered(vendor: String, model: String, product: String, isOffered: Bool) {
        let port = SerialPort(
            node: "/dev/ttyACM0", vendor: vendor, model: model, product: product, serialNumber: "12")
        let reader = port.reader(known: [])
        #expect(reader.isOffered == isOffered)
        #expect(reader.uri == "serial:///dev/ttyACM0")
        #expect(reader.connectionTypes == [.usb])
        #expect(!reader.isProtocolKnown)
    }

    @Test("its name comes from outside and is made harmless; without one it is the port's")
    func names() {
        let port = SerialPort(
            node: "/dev/ttyACM0", vendor: "", model: "", product: "a\u{1B}[2Jb\u{202E}", serialNumber: "\u{7}7")
        #expect(port.reader(known: []).name == "ab 7")
        let nameless = SerialPort(node: "/dev/ttyACM0", vendor: "", model: "", product: "", serialNumber: "")
        #expect(nameless.reader(known: []).name == "/dev/ttyACM0")
    }

    @Test("a reader of the configuration keeps its name and URI, and is offered whatever it calls itself")
    func known() throws {
        let uri = "serial:///dev/ttyUSB0?baud=9600&protocol=heft"
        let own = FoundReader(
            uri: uri, address: try ReaderAddress(uri: uri), name: "Till 2", connectionTypes: [.serial], known: true)
        let port = SerialPort(node: "/dev/ttyUSB0", vendor: "0403", model: "6001", product: "UART", serialNumber: "")
        let reader = port.reader(known: [own])
        #expect(reader.name == "Till 2")
        #expect(reader.uri == uri)
        #expect(reader.isOffered && reader.known && reader.isProtocolKnown)
    }
}
