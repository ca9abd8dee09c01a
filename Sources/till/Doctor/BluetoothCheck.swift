import Files
import Glibc

/// Whether this machine could speak with a reader over Bluetooth. Nothing is switched on and nothing is sent.
enum BluetoothCheck {
    /// Source: bluetooth.h.
    private static let family: Int32 = 31
    private static let rfcomm: Int32 = 3

    static var findings: [Finding] {
        guard !entries(of: "/sys/class/bluetooth").isEmpty else { return [.notice("bluetoothNone")] }
        if let switched = block { return [.notice(switched)] }
        let socket = socket(family, Int32(SOCK_STREAM.rawValue), rfcomm)
        guard socket >= 0 else {
            return [.notice(errno == EACCES || errno == EPERM ? "bluetoothForbidden" : "bluetoothNoKernel")]
        }
        close(socket)
        return [.good("bluetooth")]
    }

    /// How the adapter is switched off, if it is. Source: rfkill(8), Documentation/ABI/stable/sysfs-class-rfkill.
    private static var block: String? {
        for entry in entries(of: "/sys/class/rfkill") {
            let folder = "/sys/class/rfkill/\(entry)"
            guard content(folder + "/type") == "bluetooth" else { continue }
            if content(folder + "/hard") == "1" { return "bluetoothHardBlocked" }
            if content(folder + "/soft") == "1" { return "bluetoothSoftBlocked" }
        }
        return nil
    }

    private static func content(_ path: String) -> String {
        let bytes = (try? SmallFile.read(path, limit: 4096)) ?? []
        return String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
