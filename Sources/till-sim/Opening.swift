import Acquirer
import Bluetooth
import Payments
import Ports
import Transports

extension LedgerFile {
    /// - Parameter path: nil is no file.
    static func opened(_ path: String?) throws(StartFault) -> LedgerFile? {
        guard let path else { return nil }
        do throws(LedgerFileFault) {
            return try LedgerFile(path: path)
        } catch {
            throw .ledger(errno: error.systemCode)
        }
    }
}

extension ListenAddress {
    func opened() throws(StartFault) -> any LinkListener {
        do throws(LinkFault) {
            return try listen(announcer: BlueZAnnouncer(name: "till-sim"))
        } catch {
            throw .listen(error)
        }
    }
}
