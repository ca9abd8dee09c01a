import Bluetooth
import Glibc
import Payments

/// Whether this machine could speak with a reader over Bluetooth. Nothing is switched on and nothing is sent.
enum BluetoothCheck {
    /// Source: bluetooth.h.
    private static let family: Int32 = 31
    private static let rfcomm: Int32 = 3

    static var findings: [Finding] {
        guard RadioSwitch.hasAdapter else { return [.notice("bluetoothNone")] }
        switch RadioSwitch.block() {
        case .hardBlocked?: return [.notice("bluetoothHardBlocked")]
        case .softBlocked?: return [.notice("bluetoothSoftBlocked")]
        default: break
        }
        let socket = socket(family, Int32(SOCK_STREAM.rawValue), rfcomm)
        guard socket >= 0 else {
            return [.notice(errno == EACCES || errno == EPERM ? "bluetoothForbidden" : "bluetoothNoKernel")]
        }
        close(socket)
        return [service]
    }

    /// What BlueZ says.
    private static var service: Finding {
        switch BlueZState.trouble() {
        case nil: .good("bluetooth")
        case .adapterOff?: .notice("bluetoothOff")
        case .permissionDenied?: .notice("bluetoothServiceForbidden")
        case .libraryMissing?: .notice("bluetoothNoLibrary")
        case .noAdapter?, .softBlocked?, .hardBlocked?, .serviceMissing?, .serviceLost?: .notice("bluetoothNoService")
        }
    }
}
