import CEmbed

/// Files that are compiled in, so that the program speaks and is readable without any file of its own.
public enum Embedded {
    /// `Locales/en.yaml`.
    public static var english: [UInt8] {
        Array(UnsafeBufferPointer(start: cembed_english(), count: cembed_english_length()))
    }

    /// `Themes/dark.yaml`.
    public static var darkTheme: [UInt8] {
        Array(UnsafeBufferPointer(start: cembed_dark_theme(), count: cembed_dark_theme_length()))
    }
}
