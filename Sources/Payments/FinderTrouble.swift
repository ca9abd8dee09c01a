/// Why readers on Bluetooth or USB can't be found, and Bluetooth can't be used.
public enum FinderTrouble: String, Error, Hashable, Sendable, CaseIterable {
    /// This machine has no Bluetooth.
    case noAdapter
    case adapterOff
    /// Switched off by software (rfkill).
    case softBlocked
    /// Switched off by a switch on the machine (rfkill).
    case hardBlocked
    /// bluetoothd doesn't run or doesn't answer.
    case serviceMissing
    /// bluetoothd or the bus went in the middle.
    case serviceLost
    /// The library that speaks with it isn't installed.
    case libraryMissing
    case permissionDenied

    /// Its stable code, for words, logs and scripts.
    public var code: String {
        switch self {
        case .noAdapter: "bluetooth-no-adapter"
        case .adapterOff: "bluetooth-off"
        case .softBlocked: "bluetooth-soft-blocked"
        case .hardBlocked: "bluetooth-hard-blocked"
        case .serviceMissing: "bluetooth-no-service"
        case .serviceLost: "bluetooth-service-lost"
        case .libraryMissing: "bluetooth-no-library"
        case .permissionDenied: "bluetooth-forbidden"
        }
    }
}
