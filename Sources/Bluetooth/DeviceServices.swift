import CBluetooth
import CPosix
import Glibc
public import Payments
public import Ports

/// Asks devices for their services with libbluetooth, which is opened at the first question.
public struct DeviceServices: ServiceChannels {
    /// The Debian package with the library.
    public static let package = "libbluetooth3"

    /// The longest that a device may take to answer. [own choice: 50 ms was seen on an emulated radio]
    private static let limit: Int64 = 5000

    public init() {}

    /// The library is installed.
    public static var isAvailable: Bool { cbluetooth_open() }

    public func serialPort(of device: BluetoothAddress, patience: Patience) throws(LinkFault) -> UInt8? {
        guard cbluetooth_open() else { return nil }
        guard let search = cbluetooth_search_begin(device.bytes) else { throw LinkFault(.lost, systemCode: errno) }
        defer { cbluetooth_search_end(search) }
        let socket = cbluetooth_search_socket(search)
        let deadline = min(patience.deadline, Self.now() + Self.limit)
        guard try wait(for: socket, POLLOUT, until: deadline, patience) else {
            throw LinkFault(.timedOut, systemCode: ETIMEDOUT)
        }
        let failure = cbluetooth_search_ask(search, ServiceRecords.serialPort)
        guard failure == 0 else { throw LinkFault(.lost, systemCode: failure) }
        repeat {
            guard try wait(for: socket, POLLIN, until: deadline, patience) else { return nil }
        } while !cbluetooth_search_take(search)
        var count = 0
        guard let bytes = cbluetooth_search_answer(search, &count) else { return nil }
        return ServiceRecords(answer: Array(UnsafeBufferPointer(start: bytes, count: count))).serialPortChannel
    }

    /// - Returns: false when time is up.
    private func wait(
        for socket: Int32, _ events: Int32, until deadline: Int64, _ patience: Patience
    ) throws(LinkFault) -> Bool {
        while true {
            if patience.isOver() { throw LinkFault(.other, systemCode: ECANCELED) }
            let left = deadline - Self.now()
            guard left > 0 else { return false }
            var polled = [
                pollfd(fd: socket, events: Int16(events), revents: 0),
                pollfd(fd: patience.wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, Int32(clamping: left)) > 0 else { continue }
            if polled[0].revents != 0 { return true }
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
