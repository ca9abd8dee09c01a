import CPosix
import CSystemd
import Glibc

/// The thread that owns a bus. Everything of libsystemd's happens in `run`.
final class BusLoop {
    /// So many messages are taken before the orders are looked at again. [own choice]
    private static let burst = 64

    let bus: OpaquePointer
    let door: BusDoor
    private var calls: [UInt64: WaitingCall] = [:]
    private var holds: [UInt64: HeldSlot] = [:]
    /// Requests that came in and are not answered yet.
    private var requests: [UInt64: BusMessage] = [:]
    private var isWanted = true

    private init(_ bus: OpaquePointer, _ door: BusDoor) {
        self.bus = bus
        self.door = door
    }

    /// Connects and serves until somebody closes the bus or the other side goes.
    static func run(_ address: String?, _ door: BusDoor, _ ended: @Sendable (BusFault) -> Void) {
        let fault: BusFault
        switch connected(address) {
        case .success(let bus):
            let loop = BusLoop(bus, door)
            loop.serve()
            loop.leaveNothing()
            guard loop.isWanted else { return }
            fault = .closed
        case .failure(let reason):
            door.refuseAll(reason)
            fault = reason
        }
        ended(fault)
    }

    private static func connected(_ address: String?) -> Result<OpaquePointer, BusFault> {
        guard csystemd_open() else { return .failure(.libraryMissing(package: "libsystemd0")) }
        var bus: OpaquePointer?
        let result = csystemd_bus_new(&bus, address)
        guard result >= 0, let bus else { return .failure(.unreachable(-result)) }
        return .success(bus)
    }

    static func now() -> Int64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return Int64(moment.tv_sec) * 1_000_000_000 + Int64(moment.tv_nsec)
    }

    private func serve() {
        while true {
            for order in door.take() { perform(order) }
            guard isWanted else { return }
            var result: Int32 = 1
            for _ in 0..<Self.burst where result > 0 { result = csystemd_bus_process(bus) }
            guard result >= 0 else { return }
            expire()
            if result == 0 { sleep() }
        }
    }

    /// Sleeps until the bus or an order needs the thread, or a deadline comes.
    private func sleep() {
        let events = csystemd_bus_get_events(bus)
        var entries = [
            pollfd(fd: csystemd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: max(events, 0)), revents: 0),
            pollfd(fd: door.wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, nfds_t(entries.count), patience)
    }

    /// Milliseconds up to the next deadline; negative for none.
    private var patience: Int32 {
        var library = UInt64.max
        _ = csystemd_bus_get_timeout(bus, &library)
        let nanoseconds = library > UInt64(Int64.max / 1000) ? Int64.max : Int64(library) * 1000
        let next = min(nanoseconds, calls.values.map(\.until).min() ?? .max)
        guard next < .max else { return -1 }
        return Int32(clamping: max(0, (next - Self.now() + 999_999) / 1_000_000))
    }

    private func expire() {
        let now = Self.now()
        for (number, call) in calls where call.until <= now {
            calls[number] = nil
            call.end(.failure(.timedOut))
        }
    }

    /// Answers all that waits and lets go of everything.
    private func leaveNothing() {
        for call in calls.values { call.end(.failure(.closed)) }
        for hold in holds.values { hold.release() }
        for request in requests.values { csystemd_message_unref(request.pointer) }
        (calls, holds, requests) = ([:], [:], [:])
        csystemd_bus_close(bus)
        door.refuseAll(.closed)
    }
}

// MARK: Orders

extension BusLoop {
    private func perform(_ order: BusOrder) {
        switch order {
        case .call(let call, let until, let answer): start(call, until, answer)
        case .listen(let number, let rule, let heard):
            let listener = Listener(heard)
            hold(
                number, listener,
                csystemd_bus_add_match_async(bus, &listener.slot, rule, Listener.take, context(listener)))
        case .export(let number, let path, let called):
            let object = ExportedObject(self, called)
            hold(
                number, object,
                csystemd_bus_add_object(bus, &object.slot, path, ExportedObject.take, context(object)))
        case .drop(let number): holds.removeValue(forKey: number)?.release()
        case .answer(let number, let answer): respond(number) { $0.reply(answer) }
        case .answerSecretly(let number, let secret): respond(number) { $0.reply(secret: secret) }
        case .close: isWanted = false
        }
    }

    private func start(
        _ call: BusCall, _ until: Int64, _ answer: @escaping @Sendable (Result<[BusValue], BusFault>) -> Void
    ) {
        let waiting = WaitingCall(self, door.nextNumber(), until, answer)
        do throws(BusFault) {
            let message = try message(call)
            defer { csystemd_message_unref(message.pointer) }
            let result = csystemd_bus_call_async(
                bus, &waiting.slot, message.pointer, WaitingCall.take, context(waiting))
            if result < 0 { throw csystemd_bus_is_open(bus) ? .malformed : .closed }
            calls[waiting.number] = waiting
        } catch {
            answer(.failure(error))
        }
    }

    private func message(_ call: BusCall) throws(BusFault) -> BusMessage {
        var pointer: OpaquePointer?
        let result = csystemd_message_new_call(
            bus, &pointer, call.destination, call.path, call.interface, call.member)
        guard result >= 0, let pointer else { throw .malformed }
        let message = BusMessage(pointer: pointer)
        do throws(BusFault) { try message.append(call.arguments) } catch {
            csystemd_message_unref(pointer)
            throw error
        }
        return message
    }

    private func hold(_ number: UInt64, _ slot: HeldSlot, _ result: Int32) {
        if result >= 0 { holds[number] = slot }
    }

    private func context(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// - Parameter answer: nil where it can't be written; then the request is refused.
    private func respond(_ number: UInt64, _ answer: (BusMessage) -> BusMessage?) {
        guard let request = requests.removeValue(forKey: number) else { return }
        defer { csystemd_message_unref(request.pointer) }
        guard let reply = answer(request) ?? request.reply(.failure(.malformed)) else { return }
        _ = csystemd_bus_send(bus, reply.pointer)
        csystemd_message_unref(reply.pointer)
    }
}

// MARK: What comes in

extension BusLoop {
    func finish(_ call: WaitingCall, with message: BusMessage) {
        guard calls.removeValue(forKey: call.number) != nil else { return }
        if !csystemd_bus_is_open(bus) { return call.end(.failure(.closed)) }
        if let refusal = message.refusal { return call.end(.failure(refusal)) }
        call.end(Result { () throws(BusFault) in try message.values() })
    }

    /// A request to an object of ours, whose message is kept until it is answered.
    func request(_ message: BusMessage) -> BusRequest? {
        let number = door.nextNumber()
        csystemd_message_ref(message.pointer)
        requests[number] = message
        do throws(BusFault) {
            return BusRequest(message, try message.values(), number, door)
        } catch {
            respond(number) { $0.reply(.failure(error)) }
            return nil
        }
    }
}
