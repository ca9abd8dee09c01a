import CXML2

/// The library that reads XML and HTML. It is opened when the first document is read.
public enum MarkupLibrary {
    /// Opens it now. Without it, documents are refused as `libraryMissing`.
    public static var isAvailable: Bool { cxml2_open() }
}
