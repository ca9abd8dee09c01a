/// Why a text couldn't be read as XML or HTML.
public enum MarkupError: Error, Hashable, Sendable {
    /// The parser isn't installed; the Debian package to install.
    case libraryMissing(package: String)
    /// Not well-formed. Lines count from 1.
    case malformed(line: Int)
    /// A document type or an entity of the text's own: never needed here, and a known way to attack a parser.
    case notAllowed(line: Int)
    /// Elements are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// More bytes than the limit.
    case tooLong(limit: Int)
}

extension MarkupError: CustomStringConvertible {
    /// Safe to print: holds no data.
    public var description: String {
        switch self {
        case .libraryMissing(let package): "the library of the package \(package) is missing"
        case .malformed(let line): "not well-formed in line \(line)"
        case .notAllowed(let line): "a document type or entity in line \(line)"
        case .tooDeep(let limit): "nested deeper than \(limit)"
        case .tooLong(let limit): "longer than \(limit) bytes"
        }
    }
}
