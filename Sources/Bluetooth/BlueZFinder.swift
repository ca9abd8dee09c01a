public import Payments
public import Ports
import Threads

/// Finds readers on Bluetooth: paired ones at once, others as the search hears them.
public struct BlueZFinder: ReaderFinder {
    private let known: [FoundReader]
    private let busAddress: String?

    /// - Parameters:
    ///   - known: readers that were used before or that the configuration names.
    ///   - busAddress: as D-Bus writes it; nil is the system bus.
    public init(known: [FoundReader], busAddress: String? = nil) {
        self.known = known
        self.busAddress = busAddress
    }

    public func search(
        timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void
    ) -> any ReaderSearch {
        let inbox = Mailbox<BlueZNews>()
        let until = BusLoop.now() + timeout.wholeNanoseconds
        let (known, busAddress) = (known, busAddress)
        let started = startThread {
            var search = BlueZSearch(
                inbox: inbox, registry: BlueZRegistry(known: known), busAddress: busAddress, until: until,
                deliver: deliver)
            search.run()
        }
        if !started { deliver(.done) }
        return SearchHandle(inbox)
    }
}

/// What a search hears.
enum BlueZNews: Sendable {
    /// The answer to `GetManagedObjects`, on the connection with this number.
    case objects(Int, Result<[BusValue], BusFault>)
    case signal(Int, BusSignal)
    /// The answer to `StartDiscovery`.
    case discovering(Int, Result<[BusValue], BusFault>)
    case ended(Int, BusFault)
    case stopped
    case stop
}

private final class SearchHandle: ReaderSearch {
    private let inbox: Mailbox<BlueZNews>

    init(_ inbox: Mailbox<BlueZNews>) { self.inbox = inbox }

    func stop() { inbox.post(.stop) }
}
