import CPosix
import CSystemd
import Glibc
public import Payments
public import Ports
import Threads

/// Finds readers on USB as they are plugged in, and loses them as they are pulled out.
public struct SerialPortFinder: ReaderFinder {
    private let known: [FoundReader]

    /// - Parameter known: readers that were used before or that the configuration names.
    public init(known: [FoundReader]) { self.known = known }

    public func search(
        timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void
    ) -> any ReaderSearch {
        let end = Outbox()
        let until = BusLoop.now() + timeout.wholeNanoseconds
        let known = known
        let started = startThread {
            SerialPortWatch(known: known, end: end, until: until, deliver: deliver).run()
            deliver(.done)
        }
        if !started { deliver(.done) }
        return SerialPortSearch(end: end)
    }
}

private final class SerialPortSearch: ReaderSearch {
    private let end: Outbox

    init(end: Outbox) { self.end = end }

    func stop() { end.giveUp() }
}

/// One search, on a thread of its own.
private final class SerialPortWatch {
    private let known: [FoundReader]
    private let end: Outbox
    private let until: Int64
    private let deliver: @Sendable (FinderEvent) -> Void
    private var told: [String: FoundReader] = [:]

    init(known: [FoundReader], end: Outbox, until: Int64, deliver: @escaping @Sendable (FinderEvent) -> Void) {
        self.known = known
        self.end = end
        self.until = until
        self.deliver = deliver
    }

    func run() {
        guard csystemd_open() else { return deliver(.trouble(.libraryMissing)) }
        let context = Unmanaged.passUnretained(self).toOpaque()
        // The watch comes first: what is plugged in meanwhile is told twice rather than never.
        var watch: OpaquePointer?
        _ = csystemd_watch_start(&watch, Self.take, context)
        _ = csystemd_ports_list(Self.take, context)
        guard let watch else { return }
        follow(watch)
        csystemd_watch_stop(watch)
    }

    private func follow(_ watch: OpaquePointer) {
        var sources = [csystemd_watch_get_fd(watch), end.wakeUp].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while !end.isGivenUp {
            let left = until - BusLoop.now()
            guard left > 0 else { return }
            let ready = poll(&sources, 2, Int32(clamping: (left + 999_999) / 1_000_000))
            if ready > 0, sources[0].revents != 0, csystemd_watch_process(watch) < 0 { return }
        }
    }

    private static let take: csystemd_port_handler = { context, port in
        let watch = Unmanaged<SerialPortWatch>.fromOpaque(context).takeUnretainedValue()
        let node = String(cString: port.pointee.node)
        port.pointee.is_gone ? watch.lose(node) : watch.find(SerialPort(port.pointee))
    }

    private func find(_ port: SerialPort) {
        let reader = port.reader(known: known)
        guard told.updateValue(reader, forKey: port.node) != reader else { return }
        deliver(.found(reader))
    }

    private func lose(_ node: String) {
        if let reader = told.removeValue(forKey: node) { deliver(.lost(uri: reader.uri)) }
    }
}

extension SerialPort {
    fileprivate init(_ port: csystemd_port) {
        func text(_ start: UnsafePointer<CChar>?) -> String { start.map { String(cString: $0) } ?? "" }
        self.init(
            node: text(port.node), vendor: text(port.vendor), model: text(port.model), product: text(port.product),
            serialNumber: text(port.serial))
    }
}
