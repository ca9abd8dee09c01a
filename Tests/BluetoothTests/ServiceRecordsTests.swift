import Bluetooth
import CBluetooth
import Glibc
import TestKit
import Testing

/// Answers of a device's directory, recorded and broken.
@Suite("Service records")
struct ServiceRecordsTests {
    private let answers: [String: [UInt8]]

    init() {
        let lines = Repository.lines("Tests/BluetoothTests/Recorded/records.txt").filter { !$0.hasPrefix("#") }
        answers = Dictionary(
            lines.map { line in
                let words = line.split(separator: " ").map(String.init)
                return (words[0], Self.bytes(words[1]))
            }
        ) { $1 }
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        var rest = digits[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private func channel(_ bytes: [UInt8]) -> UInt8? { ServiceRecords(answer: bytes).serialPortChannel }

    @Test("every function that is looked up is in the installed library")
    func symbols() throws {
        let library = try #require(dlopen("libbluetooth.so.3", RTLD_NOW))
        let names = sequence(state: 0) { index in
            defer { index += 1 }
            return cbluetooth_symbol(index).map { String(cString: $0) }
        }
        #expect(names.filter { dlsym(library, $0) == nil } == [])
        #expect(cbluetooth_open())
    }

    @Test("the serial port's channel is found, alone and among other services", arguments: ["serial", "all"])
    func found(_ name: String) throws {
        #expect(channel(try #require(answers[name])) == 7)
    }

    @Test("where there is no serial port there is no channel")
    func none() throws {
        #expect(channel(try #require(answers["none"])) == nil)
        #expect(channel([]) == nil)
    }

    @Test("a record that is cut anywhere gives no channel, and no other one")
    func cut() throws {
        let whole = try #require(answers["serial"])
        for end in whole.indices { #expect(channel(Array(whole[..<end])) == nil) }
    }

    @Test("no bit that is turned over makes it trap, and what is read is a channel that exists")
    func flipped() throws {
        let whole = try #require(answers["all"])
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << bit
                #expect(channel(bytes).map { (1...30).contains($0) } ?? true)
            }
        }
    }

    @Test("a channel that does not exist is none", arguments: [0, 31, 255] as [UInt8])
    func badChannel(_ number: UInt8) throws {
        var bytes = try #require(answers["serial"])
        let place = try #require(bytes.indices.first { Array(bytes[$0...].prefix(3)) == [0x03, 0x08, 0x07] })
        bytes[place + 2] = number
        #expect(channel(bytes) == nil)
    }

    @Test(
        "lengths that lie are refused",
        arguments: [
            [0x37, 0xFF, 0xFF, 0xFF, 0xFF], [0x36, 0xFF, 0xFF, 0x35], [0x35, 0xFF], [0x35], [0x0C], [0x1F, 0, 0, 0, 1],
            [0x3F, 0x7F, 0xFF, 0xFF, 0xFF], [0x04], [0x35, 2, 0x35, 5],
        ] as [[UInt8]])
    func lies(_ bytes: [UInt8]) { #expect(channel(bytes) == nil) }

    @Test("sequences that stand in each other without end are refused")
    func deep() { #expect(channel((0..<200).flatMap { [0x35, UInt8(200 - $0)] }) == nil) }
}
