import Bluetooth
import CSystemd
import Doubles
import Glibc
import Testing
import Threads

@Suite("The bus")
struct BusTests {
    private let daemon: PrivateBus

    init() throws { daemon = try PrivateBus() }

    @Test("every function that is looked up is in the installed library")
    func symbols() throws {
        let library = try #require(dlopen("libsystemd.so.0", RTLD_NOW))
        let names = sequence(state: 0) { index in
            defer { index += 1 }
            return csystemd_symbol(index).map { String(cString: $0) }
        }
        let missing = names.filter { dlsym(library, $0) == nil }
        #expect(missing == [])
        #expect(csystemd_open())
    }

    @Test("a method is called and answers")
    func call() throws {
        let bus = Bus(address: daemon.address)
        let names = try bus.ask(BusCall(to: busName, path: "/", interface: busName, member: "ListNames"))
        #expect(names.first?.elements?.contains(.string(busName)) == true)
    }

    @Test("a refusal has its name")
    func refusal() {
        let bus = Bus(address: daemon.address)
        let call = BusCall(to: "org.till.Nobody", path: "/", interface: "org.till.Nobody", member: "Anything")
        #expect(throws: BusFault.self) { try bus.ask(call) }
        #expect(fault { try bus.ask(call) }?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }

    @Test("values of every type come back as they were sent")
    func values() throws {
        let server = try EchoServer(daemon.address)
        let values: [BusValue] = [
            .byte(255), .bool(true), .int16(-2), .uint16(65_535), .int32(-3), .uint32(4), .int64(.min), .uint64(.max),
            .double(1.5), .string("é\u{202E}x"), .objectPath("/a/b"), .signature("a{sv}"),
            .array([], of: "(ss)"), .array([.byte(1), .byte(2)], of: "y"), .structure([.int32(1), .string("")]),
            .options(["one": .uint32(1), "deep": .array([.variant(.variant(.bool(false)))], of: "v")]),
        ]
        #expect(try server.echo(values) == values)
    }

    @Test("an open file is handed over")
    func descriptor() throws {
        let server = try EchoServer(daemon.address)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let values = try server.echo([.descriptor(BusDescriptor(ends[1]))])
        let other = try #require(values.first?.descriptor).take()
        defer { close(other) }
        #expect(write(other, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
    }

    @Test("a request that nobody answers is refused")
    func unanswered() throws {
        let server = try EchoServer(daemon.address) { _ in }
        #expect(fault { try server.echo([]) }?.name == "org.freedesktop.DBus.Error.Failed")
    }

    @Test("a call that is not answered in time is timed out")
    func timeOut() throws {
        let kept = Locked<[BusRequest]>([])
        let server = try EchoServer(daemon.address) { request in kept.withLock { $0.append(request) } }
        #expect(fault { try server.echo([], timeout: .milliseconds(50)) } == .timedOut)
    }

    @Test("a bus that goes ends the calls that wait, says so once, and answers later ones at once")
    func gone() throws {
        let ended = Mailbox<BusFault>()
        let bus = Bus(address: daemon.address) { ended.post($0) }
        let kept = Mailbox<BusRequest>()
        let server = try EchoServer(daemon.address) { kept.post($0) }
        let answers = Mailbox<Result<[BusValue], BusFault>>()
        bus.call(server.call([]), timeout: .seconds(60)) { answers.post($0) }
        let request = kept.wait(until: nil)
        try daemon.stop()
        #expect(answers.wait(until: nil) == [.failure(.closed)])
        #expect(ended.wait(until: nil) == [.closed])
        #expect(fault { try bus.ask(server.call([])) } == .closed)
        #expect(request.count == 1)
    }

    @Test("an address where nobody listens is unreachable")
    func unreachable() {
        let bus = Bus(address: "unix:path=/nowhere/at/all")
        #expect(
            fault { try bus.ask(BusCall(to: "a.b", path: "/", interface: "a.b", member: "C")) } == .unreachable(ENOENT))
    }

    @Test("closing ends the calls that wait", arguments: [true, false])
    func closing(byLettingGo: Bool) throws {
        let kept = Mailbox<BusRequest>()
        let server = try EchoServer(daemon.address) { kept.post($0) }
        let answers = Mailbox<Result<[BusValue], BusFault>>()
        var bus: Bus? = Bus(address: daemon.address)
        bus?.call(server.call([]), timeout: .seconds(60)) { answers.post($0) }
        let request = kept.wait(until: nil)
        if byLettingGo { bus = nil } else { bus?.close() }
        #expect(answers.wait(until: nil) == [.failure(.closed)])
        #expect(request.count == 1)
    }

    @Test("what can't be a message is refused before it is sent", arguments: ["no path", "/a//b", ""])
    func malformed(path: String) {
        let bus = Bus(address: daemon.address)
        #expect(
            fault { try bus.ask(BusCall(to: busName, path: path, interface: busName, member: "GetId")) } == .malformed)
    }
}

private let busName = "org.freedesktop.DBus"

private func fault(_ body: () throws -> [BusValue]) -> BusFault? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? BusFault
    }
}

/// An object that gives back what it gets, on a connection of its own, and a client.
private final class EchoServer {
    private let client: Bus
    private let server: Bus
    private let hold: BusHold
    private let name: String

    init(_ address: String, _ called: @escaping @Sendable (BusRequest) -> Void = { $0.reply($0.arguments) }) throws {
        client = Bus(address: address)
        server = Bus(address: address)
        hold = server.export("/echo", called)
        name = "org.till.Echo"
        let arguments: [BusValue] = [.string(name), .uint32(4)]
        _ = try server.ask(
            BusCall(to: busName, path: "/", interface: busName, member: "RequestName", arguments: arguments))
    }

    func call(_ values: [BusValue]) -> BusCall {
        BusCall(to: name, path: "/echo", interface: name, member: "Echo", arguments: values)
    }

    func echo(_ values: [BusValue], timeout: Duration = Bus.patience) throws(BusFault) -> [BusValue] {
        try client.ask(call(values), timeout: timeout)
    }
}
