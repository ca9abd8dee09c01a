import Glibc
import Payments

extension FinderTrouble {
    /// What a call that failed says about Bluetooth; nil where only this call was refused.
    init?(_ fault: BusFault) {
        switch fault {
        case .libraryMissing: self = .libraryMissing
        case .unreachable(let code): self = code == EACCES || code == EPERM ? .permissionDenied : .serviceMissing
        case .closed: self = .serviceLost
        case .timedOut: self = .serviceMissing
        case .malformed: return nil
        case .refused(let name, _): self.init(errorName: name)
        }
    }

    private init?(errorName: String) {
        switch errorName {
        case "org.freedesktop.DBus.Error.AccessDenied", "org.bluez.Error.NotAuthorized",
            "org.bluez.Error.NotPermitted":
            self = .permissionDenied
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            self = .serviceMissing
        // Where the bus would start BlueZ by itself, and can't. *seen*
        case let name where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): self = .serviceMissing
        case "org.freedesktop.DBus.Error.NoReply": self = .serviceLost
        // *seen*
        case "org.bluez.Error.NotReady": self = .adapterOff
        default: return nil
        }
    }

    /// The same with how an adapter that is off is switched off, as far as the kernel tells.
    var refined: FinderTrouble { self == .adapterOff ? RadioSwitch.block() ?? self : self }
}
