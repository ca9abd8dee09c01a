import CPosix
import CSystemd
import Glibc
import Threads

/// A connection to the system's message bus, or to one at an address. A thread of its own owns it: making a `Bus`
/// doesn't wait, nothing here blocks but `ask`, and whatever happens every call is answered exactly once.
///
/// What is given to be called is called on the bus's thread and mustn't wait there.
public final class Bus: Sendable {
    /// What most services answer in, with much to spare. [own choice]
    public static let patience: Duration = .seconds(5)

    private let door = BusDoor()

    /// - Parameters:
    ///   - address: as D-Bus writes it (`unix:path=/…`); nil is the system bus.
    ///   - ended: called once, when there is no connection or no longer; not after `close`.
    public init(address: String? = nil, ended: @escaping @Sendable (BusFault) -> Void = { _ in }) {
        let started = startThread { [door] in BusLoop.run(address, door, ended) }
        if !started { door.refuseAll(.unreachable(EAGAIN)) }
    }

    deinit { close() }

    /// Gives the connection up. Calls that wait are answered with `closed`.
    public func close() { door.leave(.close) }

    /// Calls a method. `answer` gets its values or the reason why there are none, `timedOut` when time is up.
    public func call(
        _ call: BusCall, timeout: Duration = Bus.patience,
        answer: @escaping @Sendable (Result<[BusValue], BusFault>) -> Void
    ) {
        door.leave(.call(call, until: BusLoop.now() + timeout.wholeNanoseconds, answer))
    }

    /// Calls a method and waits. Not for the bus's own thread.
    public func ask(_ call: BusCall, timeout: Duration = Bus.patience) throws(BusFault) -> [BusValue] {
        let answers = Mailbox<Result<[BusValue], BusFault>>()
        self.call(call, timeout: timeout) { answers.post($0) }
        guard let answer = answers.wait(until: nil).first else { throw .closed }
        return try answer.get()
    }

    /// Hears signals that fit a D-Bus match rule, for as long as the returned value lives.
    public func listen(to rule: String, _ heard: @escaping @Sendable (BusSignal) -> Void) -> BusHold {
        let hold = BusHold(door)
        door.leave(.listen(hold.number, rule, heard))
        return hold
    }

    /// Puts an object on the bus for as long as the returned value lives. Its methods are what `called` makes of each
    /// request, which may be answered later and from any thread.
    public func export(_ path: String, _ called: @escaping @Sendable (BusRequest) -> Void) -> BusHold {
        let hold = BusHold(door)
        door.leave(.export(hold.number, path, called))
        return hold
    }
}

/// Ends with its last owner: what was listened to is no longer heard, what was exported is gone.
public final class BusHold: Sendable {
    let number: UInt64
    private let door: BusDoor

    init(_ door: BusDoor) {
        self.door = door
        number = door.nextNumber()
    }

    deinit { door.leave(.drop(number)) }
}

extension Duration {
    /// For deadlines; what doesn't fit is never.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow || whole > .max / 4 ? .max / 4 : whole + attoseconds / 1_000_000_000
    }
}
