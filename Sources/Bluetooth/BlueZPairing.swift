import Crypto
public import Payments
public import Ports
import Threads

/// Pairs by BlueZ, with an agent of our own: what BlueZ wants to know while it pairs is asked of the person at this
/// till.
public struct BlueZPairing: ReaderPairing {
    private let busAddress: String?
    private let timeout: Duration

    /// - Parameters:
    ///   - busAddress: as D-Bus writes it; nil is the system bus.
    ///   - timeout: for all of it, with what a person has to answer.
    public init(busAddress: String? = nil, timeout: Duration = .seconds(60)) {
        self.busAddress = busAddress
        self.timeout = timeout
    }

    public func pair(
        _ address: BluetoothAddress, deliver: @escaping @Sendable (PairingEvent) -> Void
    ) -> any PairingAttempt {
        let inbox = Mailbox<PairingNews>()
        let until = BusLoop.now() + timeout.wholeNanoseconds
        let busAddress = busAddress
        let started = startThread {
            var talk = PairingTalk(
                address: address, inbox: inbox, busAddress: busAddress, until: until, deliver: deliver)
            talk.run()
        }
        if !started { deliver(.failed(.other)) }
        return PairingHandle(inbox)
    }

    public func unpair(_ address: BluetoothAddress, deliver: @escaping @Sendable (PairingFault?) -> Void) {
        let busAddress = busAddress
        let started = startThread {
            do throws(BusFault) {
                deliver(try Self.forget(address, Bus(address: busAddress)))
            } catch {
                deliver(PairingFault(error))
            }
        }
        if !started { deliver(.other) }
    }

    private static func forget(_ address: BluetoothAddress, _ bus: Bus) throws(BusFault) -> PairingFault? {
        var registry = BlueZRegistry()
        _ = registry.reset(try bus.ask(BlueZ.everything))
        guard let (device, adapter) = registry.path(of: address) else {
            return registry.trouble == .noAdapter ? .trouble(.noAdapter) : .notFound
        }
        _ = try bus.ask(BlueZ.adapter(adapter, "RemoveDevice", [.objectPath(device)]))
        return nil
    }
}

/// What an attempt to pair hears.
enum PairingNews: Sendable {
    case owner(Result<[BusValue], BusFault>)
    case registered(Result<[BusValue], BusFault>)
    case objects(Result<[BusValue], BusFault>)
    case signal(BusSignal)
    /// BlueZ asks the agent.
    case request(BusRequest)
    case paired(Result<[BusValue], BusFault>)
    case trusted
    case ended(BusFault)
    // What the person says.
    case confirm(Bool)
    case pin(Secret)
    case cancel
}

private final class PairingHandle: PairingAttempt {
    private let inbox: Mailbox<PairingNews>

    init(_ inbox: Mailbox<PairingNews>) { self.inbox = inbox }

    func confirm(_ isSame: Bool) { inbox.post(.confirm(isSame)) }
    func enter(pin: Secret) { inbox.post(.pin(pin)) }
    func cancel() { inbox.post(.cancel) }
}

extension PairingFault {
    /// How BlueZ's refusals are to be understood. Source: org.bluez.Device(5); those marked were seen.
    init(_ fault: BusFault) {
        switch fault.name {
        // *seen*, also where this side says no
        case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected",
            "org.bluez.Error.AuthenticationCanceled":
            self = .rejected
        case "org.bluez.Error.AuthenticationTimeout": self = .timedOut
        case "org.bluez.Error.ConnectionAttemptFailed": self = .unreachable
        // *seen*
        case "org.bluez.Error.AlreadyExists": self = .alreadyPaired
        case "org.bluez.Error.InProgress": self = .busy
        case "org.bluez.Error.NotSupported": self = .notSupported
        // *seen*
        case "org.bluez.Error.DoesNotExist", "org.freedesktop.DBus.Error.UnknownObject": self = .notFound
        default:
            self =
                fault == .timedOut
                ? .timedOut : FinderTrouble(fault).map { .trouble($0.refined) } ?? .other
        }
    }
}
