import Files
import Screen
import Settings

/// The themes there are: files of the share folder, and the one that is compiled in.
struct ThemeShelf {
    private let share: String?
    private(set) var current = Theme.builtIn

    init(share: String?, name: String?) {
        self.share = share
        if let name { use(name) }
    }

    /// A theme that is missing or broken leaves things as they look in the compiled-in one; what is wrong is told.
    mutating func use(_ name: String) {
        current = .builtIn
        guard name != Theme.builtIn.name, let share else { return }
        let file = "\(share)/Themes/\(name).yaml"
        guard let yaml = try? SmallFile.read(file), let root = try? SettingsNode(yaml: yaml, file: file) else { return }
        current = Theme.read(root, name: name).theme
    }
}
