import CSystemd

/// Something that libsystemd calls back for. The loop keeps it for as long as it may be called.
class HeldSlot {
    var slot: OpaquePointer?

    func release() {
        if let slot { csystemd_bus_slot_unref(slot) }
        slot = nil
    }
}

/// A call that waits for its answer.
final class WaitingCall: HeldSlot {
    let number: UInt64
    /// CLOCK_MONOTONIC nanoseconds.
    let until: Int64
    private unowned let loop: BusLoop
    private let answer: @Sendable (Result<[BusValue], BusFault>) -> Void

    init(
        _ loop: BusLoop, _ number: UInt64, _ until: Int64,
        _ answer: @escaping @Sendable (Result<[BusValue], BusFault>) -> Void
    ) {
        self.loop = loop
        self.number = number
        self.until = until
        self.answer = answer
    }

    static let take: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        let call = Unmanaged<WaitingCall>.fromOpaque(context).takeUnretainedValue()
        call.loop.finish(call, with: BusMessage(pointer: message))
        return 1
    }

    func end(_ result: Result<[BusValue], BusFault>) {
        release()
        answer(result)
    }
}

/// Somebody who hears signals.
final class Listener: HeldSlot {
    private let heard: @Sendable (BusSignal) -> Void

    init(_ heard: @escaping @Sendable (BusSignal) -> Void) { self.heard = heard }

    /// A signal that can't be read is none.
    static let take: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
        let signal = BusMessage(pointer: message)
        guard let values = try? signal.values() else { return 0 }
        listener.heard(
            BusSignal(
                sender: signal.sender, path: signal.path, interface: signal.interface, member: signal.member,
                arguments: values))
        return 0
    }
}

/// An object of ours on the bus.
final class ExportedObject: HeldSlot {
    private unowned let loop: BusLoop
    private let called: @Sendable (BusRequest) -> Void

    init(_ loop: BusLoop, _ called: @escaping @Sendable (BusRequest) -> Void) {
        self.loop = loop
        self.called = called
    }

    static let take: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        let object = Unmanaged<ExportedObject>.fromOpaque(context).takeUnretainedValue()
        if let request = object.loop.request(BusMessage(pointer: message)) { object.called(request) }
        return 1
    }
}
