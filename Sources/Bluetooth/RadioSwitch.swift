import Files
import Glibc
public import Payments

/// Whether the kernel keeps Bluetooth switched off. Source: rfkill(8), Documentation/ABI/stable/sysfs-class-rfkill.
public enum RadioSwitch {
    /// How it is switched off, if it is.
    /// - Parameter folder: where the kernel tells.
    public static func block(in folder: String = "/sys/class/rfkill") -> FinderTrouble? {
        let switches = entries(of: folder).map { folder + "/" + $0 }
            .filter { content($0 + "/type") == "bluetooth" }
        if switches.contains(where: { content($0 + "/hard") == "1" }) { return .hardBlocked }
        return switches.contains { content($0 + "/soft") == "1" } ? .softBlocked : nil
    }

    /// Whether the kernel knows an adapter.
    public static var hasAdapter: Bool { !entries(of: "/sys/class/bluetooth").isEmpty }

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
        return names.sorted()
    }
}
