import Payments
import Ports

/// Offers only the readers on which a merchant's account sells: those that speak the protocol that its gateway declares.
/// Others are shown on request. (row R3)
struct DeclaredFinder: ReaderFinder {
    let base: any ReaderFinder
    let declared: ReaderAddress.WireProtocol

    func search(timeout: Duration, deliver: @escaping @Sendable (FinderEvent) -> Void) -> any ReaderSearch {
        base.search(timeout: timeout) { [declared] event in
            guard case .found(var reader) = event else { return deliver(event) }
            // What nobody can tell yet is found out when it is connected.
            let isOther = reader.isProtocolKnown && reader.address.wireProtocol != declared
            reader.isOffered = reader.isOffered && !isOther
            deliver(.found(reader))
        }
    }
}
